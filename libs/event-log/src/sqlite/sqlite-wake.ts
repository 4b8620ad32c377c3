import fs from 'node:fs';

/** Poll interval on systems that cannot watch files. */
const SQLITE_UNWATCHED_POLL_MS = 50;

const { O_CREAT, O_WRONLY } = fs.constants;
const BYTE = Buffer.from('.');

type Sleeper = { readonly after: bigint; readonly wake: () => void };

/**
 * Wakes subscribers after an append. Within a process it does so at once. Writers notify other
 * processes by a write to a watched file. A slow poll is the fallback. All subscribers share one watch
 * and one poll.
 */
export class SqliteWake {
  private readonly sleepers = new Set<Sleeper>();
  private file: number | null;
  private subscribers = 0;
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly path: string,
    private readonly pollMs: number,
    private readonly head: () => bigint | null,
  ) {
    this.file = openOrNull(path);
  }

  /** Notifies all subscribers of a commit. Errors are ignored. */
  committed(): void {
    this.check();
    this.touch();
  }

  /** Begins a subscription. Returns the function that ends it. */
  join(): () => void {
    if (this.subscribers++ === 0) this.listen();
    return () => {
      if (--this.subscribers === 0) this.stopListening();
    };
  }

  /** Resolves when the log may have events after the position, or the signal aborts. */
  async grown(after: bigint, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const sleeper = { after, wake: () => done() };
      const done = () => {
        this.sleepers.delete(sleeper);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.sleepers.add(sleeper);
      signal.addEventListener('abort', done);
      // An append may have come before the subscriber waited.
      this.check();
    });
  }

  close(): void {
    this.stopListening();
    if (this.file !== null) fs.closeSync(this.file);
    this.file = null;
  }

  private listen(): void {
    const watcher = watchOrNull(this.path, () => this.check());
    const pollMs = watcher === null ? SQLITE_UNWATCHED_POLL_MS : this.pollMs;
    const timer = setInterval(() => this.check(), pollMs).unref();
    this.stopListening = () => {
      watcher?.close();
      clearInterval(timer);
    };
  }

  /** Wakes the subscribers that lack events. */
  private check(): void {
    const head = this.sleepers.size === 0 ? null : this.head();
    if (head === null) return;
    for (const { after, wake } of [...this.sleepers]) if (after < head) wake();
  }

  /** Writes synchronously, which takes a few µs. An asynchronous write takes 200 µs. */
  private touch(): void {
    if (this.file === null) return;
    try {
      fs.writeSync(this.file, BYTE, 0, 1, 0);
    } catch {
      // The poll finds it.
    }
  }
}

const openOrNull = (path: string): number | null => {
  try {
    return fs.openSync(path, O_CREAT | O_WRONLY, 0o600);
  } catch {
    return null;
  }
};

/** Returns null on systems that cannot watch files. */
const watchOrNull = (path: string, onTouched: () => void): fs.FSWatcher | null => {
  try {
    const watcher = fs.watch(path, { persistent: false }, onTouched);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
};
