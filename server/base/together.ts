// Several statements that stand or fall together, without the caller waiting between them: what cannot be decided in
// one statement, but needs nothing read in between. Must not know what is stored.

import type { CompiledQuery, QueryResult, Transaction } from 'kysely';

export interface Step {
  query: CompiledQuery;
  /** How many rows it must change; any number unless told. */
  changes?: number;
}

/** Whether a step did what it must. */
export function stands({ changes }: Step, result: QueryResult<unknown>): boolean {
  return changes === undefined || Number(result.numAffectedRows ?? result.rows.length) === changes;
}

type RunTransaction<T> = <R>(work: (trx: Transaction<T>) => Promise<R>) => Promise<R>;

/** On databases that have no better way: one transaction, statement by statement. */
export async function togetherInTransaction<T>(
  transaction: RunTransaction<T>,
  steps: readonly Step[],
): Promise<Step | undefined> {
  try {
    await transaction(async (trx) => {
      for (const step of steps) {
        if (!stands(step, await trx.executeQuery(step.query))) throw new DoesNotStand(step);
      }
    });
    return undefined;
  } catch (error) {
    if (error instanceof DoesNotStand) return error.step;
    throw error;
  }
}

class DoesNotStand extends Error {
  readonly step: Step;

  constructor(step: Step) {
    super('A step changed another number of rows than it must.');
    this.step = step;
  }
}

/** The same query with other values; they stand in the order in which the query names them. */
export function withValues<R>(query: CompiledQuery<R>, ...parameters: readonly unknown[]): CompiledQuery<R> {
  if (parameters.length !== query.parameters.length) {
    throw new TypeError(`The query takes ${query.parameters.length} values, not ${parameters.length}.`);
  }
  return { ...query, parameters };
}
