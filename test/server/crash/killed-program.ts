// Runs a program, kills it with SIGKILL at moments that a seed decides, and starts it again on the same data and port.

import { setTimeout as wait } from 'node:timers/promises';
import { launch, ready, type Service } from '../programs.ts';

export interface Killing {
  program: 'octavo' | 'authsrv';
  args: string[];
  env: Record<string, string>;
  line: RegExp;
  random: () => number;
  /** Milliseconds that a life lasts after the ready line, at most. */
  longestLife: number;
}

export class KilledProgram {
  readonly #killing: Killing;
  #service: Service | undefined;
  kills = 0;

  constructor(killing: Killing) {
    this.#killing = killing;
  }

  async start(): Promise<string> {
    const { program, args, env, line } = this.#killing;
    this.#service = await ready(launch(program, args, env), line);
    return this.#service.address;
  }

  /** Kills and starts it again `times`; `between` runs while it is down. */
  async killOften(times: number, between: () => void = () => undefined): Promise<void> {
    for (let n = 0; n < times; n++) {
      await wait(50 + this.#killing.random() * this.#killing.longestLife);
      await this.#kill();
      between();
      await this.start();
    }
  }

  async #kill(): Promise<void> {
    const service = this.#service as Service;
    if (service.process.exitCode !== null) throw new Error(`It ended by itself: ${service.output.err.slice(-2000)}`);
    service.process.kill('SIGKILL');
    await service.ended;
    this.kills++;
  }

  /** Asks it to stop; its exit code. */
  async stop(): Promise<number | string> {
    const service = this.#service as Service;
    service.process.kill('SIGTERM');
    return service.ended;
  }
}
