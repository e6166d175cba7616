// The writes of one request for tokens, collected while the library works and stored as one before it answers: a code or
// refresh token is used up exactly when its successors are stored, whatever ends in between.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery } from 'kysely';
import type { Context } from 'oidc-provider';
import type { Database } from '../../base/database/database.ts';
import type { Step } from '../../base/together.ts';
import type { AuthTables } from '../storage/tables.ts';

/** Ends what has to end when a step does not do what it must, and gives the refusal. */
type Unmet = () => Promise<Error>;

export class TokenWrites {
  readonly #steps: Step[] = [];
  readonly #unmet = new Map<Step, Unmet>();
  readonly #locks = new Map<string, CompiledQuery>();
  #endsFamily = false;

  add(query: CompiledQuery): void {
    this.#steps.push({ query });
  }

  /** One row has to change, or nothing of it all happens. */
  addGuarded(query: CompiledQuery, unmet: Unmet): void {
    const step = { query, changes: 1 };
    this.#steps.push(step);
    this.#unmet.set(step, unmet);
  }

  /** Held before anything else, by everyone in the same order, so that two requests never wait for each other. */
  lockFirst(name: string, query: CompiledQuery): void {
    this.#locks.set(name, query);
  }

  /** A refusal that ends a family stores that; any other refusal stores nothing. */
  endFamily(queries: readonly CompiledQuery[]): void {
    this.#endsFamily = true;
    for (const query of queries) this.add(query);
  }

  /** The refusal that replaces the library's answer, or undefined when all was stored as it says. */
  async store(database: Database<AuthTables>, refused: boolean): Promise<Error | undefined> {
    if (this.#steps.length === 0 || (refused && !this.#endsFamily)) return undefined;
    const steps = [...this.#locks.values()].map((query) => ({ query })).concat(this.#steps);
    const failed = await database.together(steps);
    return failed && this.#unmet.get(failed)?.();
  }
}

const current = new AsyncLocalStorage<TokenWrites>();

/** Those of the request that is being answered; undefined where each write stands for itself. */
export function tokenWrites(): TokenWrites | undefined {
  return current.getStore();
}

/** The library's middleware for the token endpoint. */
export function storeTogether(database: Database<AuthTables>, path: string) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    if (ctx.path !== path) return next();
    const writes = new TokenWrites();
    await current.run(writes, next);
    const refusal = await writes.store(database, ctx.status >= 400);
    if (refusal) refuse(ctx, refusal);
    return undefined;
  };
}

function refuse(ctx: Context, refusal: Error): void {
  const { error, error_description, statusCode } = refusal as Error & Record<string, unknown>;
  if (typeof error !== 'string') throw refusal;
  ctx.status = Number(statusCode);
  ctx.body = { error, ...(error_description ? { error_description } : {}) };
}
