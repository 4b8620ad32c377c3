import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const AGAIN_AFTER_MS = 1_000;
const LAST_WORDS_CHARACTERS = 2_000;

/** A process that is restarted a second after its end, as a container platform does. */
export class KeptProcess {
  private child: ChildProcess;
  private isKept: boolean;
  private words = '';

  /** With `again: false` it is not restarted. `onOutput` gets its output. */
  constructor(
    readonly name: string,
    private readonly launch: () => ChildProcess,
    { again = true, onOutput = (_: Buffer): void => undefined } = {},
  ) {
    this.isKept = again;
    this.onOutput = onOutput;
    this.child = this.begin();
  }

  private readonly onOutput: (chunk: Buffer) => void;

  get pid(): number | undefined {
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Last output. */
  get lastWords(): string {
    return this.words;
  }

  /** Current process. */
  get now(): ChildProcess {
    return this.child;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Disables the restart. */
  letGo(): void {
    this.isKept = false;
  }

  /** Terminates the process, and kills it after the time limit. */
  async stop(signal: NodeJS.Signals, withinMs: number): Promise<void> {
    this.letGo();
    if (!this.isRunning) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGCONT');
    this.child.kill(signal);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), withinMs);
    await gone;
    clearTimeout(timer);
  }

  private begin(): ChildProcess {
    const child = this.launch();
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.words = (this.words + chunk.toString()).slice(-LAST_WORDS_CHARACTERS);
        this.onOutput(chunk);
      });
    child.once('error', (error) => (this.words += error.message));
    child.once('exit', () => {
      if (!this.isKept) return;
      void sleep(AGAIN_AFTER_MS).then(() => {
        if (this.isKept) this.child = this.begin();
      });
    });
    return child;
  }
}
