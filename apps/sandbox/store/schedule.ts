import type { Store } from './store.js';

/** Scheduled tasks with their data. */
export type Tasks = {
  readonly 'account.advance': { readonly accountId: string };
  readonly 'journal.settle': { readonly journalId: string };
  readonly 'journal.take-back': { readonly journalId: string };
  readonly 'order.fill': { readonly orderId: string };
  readonly 'event.publish': {
    readonly stream: 'accounts' | 'journals' | 'trades';
    readonly body: object;
  };
  readonly 'person.decide': {
    readonly personId: string;
    readonly outcome: 'pass' | 'fail' | 'review';
  };
  readonly 'webhook.deliver': {
    readonly messageId: string;
    readonly body: string;
    readonly attempt: number;
  };
};

type Task = keyof Tasks;
type Rule = (payload: never) => void;
/** `null`: done. */
type Errand = (payload: never, signal: AbortSignal) => Promise<Repetition | null>;
type Repetition = { readonly inMs: number; readonly payload: object };
type Row = { readonly id: bigint; readonly task: Task; readonly payload: string };

const BATCH = 100;
const ERRANDS_AT_ONCE = 20;
const LONGEST_SLEEP_MS = 60_000;
const AFTER_A_DEFECT_MS = 1_000;

/** A durable schedule of tasks with one timer for the next one. */
export class Schedule {
  private readonly rules = new Map<Task, Rule>();
  private readonly errands = new Map<Task, Errand>();
  private readonly underway = new Map<bigint, Promise<void>>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly store: Store) {}

  /** Registers a task that runs exactly once: in one transaction with its removal. */
  rule<Name extends Task>(task: Name, rule: (payload: Tasks[Name]) => void): void {
    this.rules.set(task, rule);
  }

  /** Registers a task with an effect outside the process. It runs at least once. */
  errand<Name extends Task>(
    task: Name,
    errand: (payload: Tasks[Name], signal: AbortSignal) => Promise<Repetition | null>,
  ): void {
    this.errands.set(task, errand);
  }

  /** `heldFor` names an event that may release the task early. */
  in<Name extends Task>(
    delayMs: number,
    task: Name,
    payload: Tasks[Name],
    heldFor: string | null = null,
  ): void {
    this.store
      .prepare('INSERT INTO scheduled (due_ms, task, payload, held_for) VALUES (?, ?, ?, ?)')
      .run(Date.now() + delayMs, task, JSON.stringify(payload), heldFor);
    this.store.afterCommit(() => this.arm());
  }

  isHolding(heldFor: string): boolean {
    const held = this.store.prepare('SELECT 1 FROM scheduled WHERE held_for = ?');
    return held.get(heldFor) !== undefined;
  }

  release(heldFor: string, afterMs = 0): void {
    this.store
      .prepare('UPDATE scheduled SET due_ms = ?, held_for = NULL WHERE held_for = ?')
      .run(Date.now() + afterMs, heldFor);
    this.store.afterCommit(() => this.arm());
  }

  start(): void {
    this.arm();
  }

  /** Aborts running calls. Their tasks stay in the schedule. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await Promise.all(this.underway.values());
  }

  private arm(): void {
    if (this.stopping.signal.aborted) return;
    clearTimeout(this.timer);
    const next = this.waiting(1)[0];
    if (next === undefined) return;
    const sleepMs = Math.min(Math.max(Number(next.due_ms) - Date.now(), 0), LONGEST_SLEEP_MS);
    this.timer = setTimeout(() => this.work(), sleepMs);
  }

  private work(): void {
    for (const row of this.waiting(BATCH)) {
      if (Number(row.due_ms) > Date.now()) break;
      if (this.errands.has(row.task)) this.send(row);
      else this.obey(row);
    }
    this.arm();
  }

  /** Skips errands while too many run, so that they do not delay the rules. */
  private waiting(limit: number): readonly (Row & { readonly due_ms: bigint })[] {
    const isFull = this.underway.size >= ERRANDS_AT_ONCE;
    return this.store
      .prepare<[Record<string, string | number>], Row & { due_ms: bigint }>(
        `SELECT id, due_ms, task, payload FROM scheduled
         WHERE id NOT IN (SELECT value FROM json_each(@underway))
           AND task NOT IN (SELECT value FROM json_each(@barred)) ORDER BY due_ms, id LIMIT @limit`,
      )
      .all({
        underway: JSON.stringify([...this.underway.keys()].map(Number)),
        barred: JSON.stringify(isFull ? [...this.errands.keys()] : []),
        limit,
      });
  }

  private obey(row: Row): void {
    try {
      this.store.write(() => {
        const removed = this.store.prepare('DELETE FROM scheduled WHERE id = ?').run(row.id);
        if (removed.changes === 1) this.rules.get(row.task)?.(JSON.parse(row.payload) as never);
      });
    } catch (error) {
      console.error(`sandbox: ${row.task} failed`, error);
      this.again(row, { inMs: AFTER_A_DEFECT_MS, payload: JSON.parse(row.payload) as object });
    }
  }

  private send(row: Row): void {
    const errand = this.errands.get(row.task);
    if (errand === undefined || this.underway.size >= ERRANDS_AT_ONCE) return;
    const done = errand(JSON.parse(row.payload) as never, this.stopping.signal)
      .then((again) => this.settle(row, again))
      .catch((error: unknown) => console.error(`sandbox: ${row.task} failed`, error))
      .finally(() => {
        this.underway.delete(row.id);
        this.arm();
      });
    this.underway.set(row.id, done);
  }

  private settle(row: Row, again: Repetition | null): void {
    if (this.stopping.signal.aborted) return;
    if (again !== null) this.again(row, again);
    else this.store.prepare('DELETE FROM scheduled WHERE id = ?').run(row.id);
  }

  private again(row: Row, { inMs, payload }: Repetition): void {
    this.store
      .prepare('UPDATE scheduled SET due_ms = ?, payload = ? WHERE id = ?')
      .run(Date.now() + inMs, JSON.stringify(payload), row.id);
  }
}
