import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const AGAIN_AFTER_MS = 1_000;
const LAST_WORDS_CHARACTERS = 2_000;

/** A process that is started again a second after it died, as a container platform does. */
export class KeptProcess {
  private child: ChildProcess;
  private isKept: boolean;
  private words = '';

  /** `again: false`: it stays down. `onOutput` is given all that it prints. */
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

  /** The last that it printed. */
  get lastWords(): string {
    return this.words;
  }

  /** The process of this moment. */
  get now(): ChildProcess {
    return this.child;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** It is not started again when it dies. */
  letGo(): void {
    this.isKept = false;
  }

  /** Asks it to end, and ends it if it does not within that time. */
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
