import fs from 'node:fs';

/** Poll interval where files cannot be watched. */
const SQLITE_UNWATCHED_POLL_MS = 50;

const { O_CREAT, O_WRONLY } = fs.constants;
const BYTE = Buffer.from('.');

type Sleeper = { readonly after: bigint; readonly wake: () => void };

/**
 * Wakes subscribers when the log has grown: at once within this process, across processes through a
 * file beside the database that every writer touches, and through a slow poll in case that fails. One
 * watch and one poll serve all subscribers.
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

  /** Tells everybody of a commit, best effort. */
  committed(): void {
    this.check();
    this.touch();
  }

  /** Call once per subscription, and what it answers at its end. */
  join(): () => void {
    if (this.subscribers++ === 0) this.listen();
    return () => {
      if (--this.subscribers === 0) this.stopListening();
    };
  }

  /** Resolves when the log may hold something after the position, or the signal aborts. */
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
      // An append while the subscriber was busy woke nobody.
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

  /** Takes a few microseconds; handing it to a thread and hearing of it takes two hundred. */
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

/** The poll goes on where files cannot be watched. */
const watchOrNull = (path: string, onTouched: () => void): fs.FSWatcher | null => {
  try {
    const watcher = fs.watch(path, { persistent: false }, onTouched);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
};
