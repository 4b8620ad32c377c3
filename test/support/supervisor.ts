import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from './backstop.js';

/** `npm start` or another command that runs a service, with its output. */
export class Supervisor {
  private readonly child: ChildProcess;

  /** `folder`: folder of the service's sources. */
  constructor(
    env: NodeJS.ProcessEnv,
    public output = '',
    folder = process.cwd(),
    command: readonly string[] = ['start.mjs'],
  ) {
    const [script = '', ...args] = command;
    const line = [join(folder, 'scripts', script), ...args];
    this.child = spawn(process.execPath, line, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  get exitCode(): number | null {
    return this.child.exitCode;
  }

  ready(): Promise<void> {
    const before = this.output.length;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        fail(new Error(`not ready: ${this.output}`));
      }, BACKSTOP_MS);
      const look = () => {
        if (!/^ready /m.test(this.output.slice(before))) return;
        clearTimeout(timer);
        done();
      };
      this.child.stdout?.on('data', look);
      this.child.once('exit', (code) => {
        clearTimeout(timer);
        fail(new Error(`ended with ${code}: ${this.output}`));
      });
    });
  }

  async end(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const ended = new Promise<number | null>((done) => this.child.once('exit', done));
    this.child.kill('SIGTERM');
    return Promise.race([ended, sleep(BACKSTOP_MS, null, { ref: false })]);
  }
}
