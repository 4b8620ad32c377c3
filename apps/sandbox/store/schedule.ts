import { randomUUID } from 'node:crypto';
import { Collection } from './collection.js';
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
type ExternalTask = (payload: never, signal: AbortSignal) => Promise<Repetition | null>;
type Repetition = { readonly inMs: number; readonly payload: object };
type Entry = {
  readonly id: string;
  readonly dueMs: number;
  readonly task: Task;
  readonly payload: object;
  readonly heldFor: string | null;
};

const BATCH = 100;
const MAX_EXTERNAL_TASKS = 20;
const LONGEST_SLEEP_MS = 60_000;
const RETRY_AFTER_ERROR_MS = 1_000;

/** A durable schedule of tasks with one timer for the next one. */
export class Schedule {
  private readonly entries: Collection<Entry>;
  private readonly rules = new Map<Task, Rule>();
  private readonly externalTasks = new Map<Task, ExternalTask>();
  private readonly underway = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly store: Store) {
    const indexes = [['dueMs'], ['heldFor']] as const;
    this.entries = new Collection(store, 'scheduled', {
      columns: ['dueMs', 'heldFor', 'task'],
      indexes,
    });
  }

  /** Registers a task that runs exactly once: in one transaction with its removal. */
  rule<Name extends Task>(task: Name, rule: (payload: Tasks[Name]) => void): void {
    this.rules.set(task, rule);
  }

  /** Registers a task with an effect outside the process. It runs at least once. */
  externalTask<Name extends Task>(
    task: Name,
    run: (payload: Tasks[Name], signal: AbortSignal) => Promise<Repetition | null>,
  ): void {
    this.externalTasks.set(task, run);
  }

  /** Schedules a task. `release(heldFor)` can run it earlier. */
  in<Name extends Task>(
    delayMs: number,
    task: Name,
    payload: Tasks[Name],
    heldFor: string | null = null,
  ): void {
    this.entries.put({ id: randomUUID(), dueMs: Date.now() + delayMs, task, payload, heldFor });
    this.store.afterCommit(() => this.arm());
  }

  isHolding(heldFor: string): boolean {
    return this.entries.first('heldFor = ?', heldFor) !== null;
  }

  release(heldFor: string, afterMs = 0): void {
    for (const { id } of this.entries.where('heldFor = ?', heldFor))
      this.entries.change(id, { dueMs: Date.now() + afterMs, heldFor: null });
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
    const sleepMs = Math.min(Math.max(next.dueMs - Date.now(), 0), LONGEST_SLEEP_MS);
    this.timer = setTimeout(() => this.work(), sleepMs);
  }

  private work(): void {
    for (const entry of this.waiting(BATCH)) {
      if (entry.dueMs > Date.now()) break;
      if (this.externalTasks.has(entry.task)) this.runExternal(entry);
      else this.runRule(entry);
    }
    this.arm();
  }

  /** Skips external tasks while too many run, so that they do not delay rules. */
  private waiting(limit: number): readonly Entry[] {
    const isFull = this.underway.size >= MAX_EXTERNAL_TASKS;
    return this.entries.where(
      `id NOT IN (SELECT value FROM json_each(?)) AND task NOT IN (SELECT value FROM json_each(?))
         ORDER BY dueMs, seq LIMIT ?`,
      JSON.stringify([...this.underway.keys()]),
      JSON.stringify(isFull ? [...this.externalTasks.keys()] : []),
      limit,
    );
  }

  private runRule({ id, task, payload }: Entry): void {
    try {
      this.store.write(() => {
        if (this.entries.remove(id)) this.rules.get(task)?.(payload as never);
      });
    } catch (error) {
      console.error(`sandbox: ${task} failed`, error);
      this.entries.change(id, { dueMs: Date.now() + RETRY_AFTER_ERROR_MS });
    }
  }

  private runExternal({ id, task, payload }: Entry): void {
    const run = this.externalTasks.get(task);
    if (run === undefined || this.underway.size >= MAX_EXTERNAL_TASKS) return;
    const done = run(payload as never, this.stopping.signal)
      .then((again) => this.settle(id, again))
      .catch((error: unknown) => console.error(`sandbox: ${task} failed`, error))
      .finally(() => {
        this.underway.delete(id);
        this.arm();
      });
    this.underway.set(id, done);
  }

  private settle(id: string, again: Repetition | null): void {
    if (this.stopping.signal.aborted) return;
    if (again === null) this.entries.remove(id);
    else this.entries.change(id, { dueMs: Date.now() + again.inMs, payload: again.payload });
  }
}
