import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOOK_MS = 20;
/** As `npm start` runs them. */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' };
const OPTIONS: Record<string, string[]> = { api: ['--max-semi-space-size=8'] };

/** An app as it is built, in a process of its own whose memory is watched. */
export class BuiltApp {
  readonly output: string[] = [];
  peakBytes = 0;
  private readonly child: ChildProcess;
  private readonly timer: NodeJS.Timeout;
  private readonly exit: Promise<number | null>;

  constructor(name: string, env: Record<string, string>, ...args: string[]) {
    const main = join(process.cwd(), 'dist', 'apps', name, 'main.js');
    const options = { env: { ...process.env, ...ALLOCATOR, NODE_OPTIONS: '', ...env } };
    this.child = spawn(process.execPath, [...(OPTIONS[name] ?? []), main, ...args], options);
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => this.output.push(chunk.toString()));
    this.exit = new Promise((done) => this.child.once('exit', done));
    this.timer = setInterval(() => {
      this.peakBytes = Math.max(this.peakBytes, this.bytes);
    }, LOOK_MS);
  }

  /** Resident memory now, 0 once it has ended. */
  get bytes(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
    } catch {
      return 0;
    }
  }

  async ended(): Promise<number | null> {
    const code = await this.exit;
    clearInterval(this.timer);
    return code;
  }

  stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended();
  }
}
