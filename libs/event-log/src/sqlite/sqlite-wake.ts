import fs from 'node:fs';
import { MINUTE_MS } from '#kernel/duration.js';

/** And this often otherwise, to notice that one failed. */
const SQLITE_RESTING_POLL_MS = 500;
/** After a wake-up that failed, they look often for so long. */
const SQLITE_POLL_OFTEN_FOR_MS = MINUTE_MS;

const { O_CREAT, O_WRONLY } = fs.constants;
const BYTE = Buffer.from('.');

type Sleeper = { readonly after: bigint; readonly wake: () => void };

/**
 * Wakes subscribers when the log has grown: at once within this process, across processes through a
 * file beside the database that every writer touches, and through a poll in case that fails. The
 * poll is slow, because it dominates the cost of an idle process, and becomes fast once it finds a
 * missed event. One watch and one poll serve all subscribers.
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
    let oftenUntilMs = -Infinity;
    let timer: NodeJS.Timeout;
    const watcher = watchOrNull(this.path, () => void this.check());
    if (watcher === null) oftenUntilMs = Infinity;
    const restingMs = Math.max(this.pollMs, SQLITE_RESTING_POLL_MS);
    const wait = (): void => {
      const pauseMs = performance.now() < oftenUntilMs ? this.pollMs : restingMs;
      timer = setTimeout(() => {
        if (this.check())
          oftenUntilMs = Math.max(oftenUntilMs, performance.now() + SQLITE_POLL_OFTEN_FOR_MS);
        wait();
      }, pauseMs).unref();
    };
    wait();
    this.stopListening = () => {
      watcher?.close();
      clearTimeout(timer);
    };
  }

  /** Answers whether somebody was woken. */
  private check(): boolean {
    if (this.sleepers.size === 0) return false;
    const head = this.head();
    if (head === null) return false;
    const late = [...this.sleepers].filter(({ after }) => after < head);
    for (const { wake } of late) wake();
    return late.length > 0;
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
