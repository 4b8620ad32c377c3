import { randomUUID } from 'node:crypto';
import { type Broker } from '#broker/broker.js';
import { type EventLog, WrongExpectedRevision } from '#kernel/event-store/event-log.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { cents } from '#kernel/money.js';
import { partners } from '#auth/partner/partner.state.js';
import { part } from '../../../apps/features.js';
import { depositIdOf } from '../../../libs/funding/src/deposit/deposit.state.js';
import { ConsoleSession } from '../../support/console-session.js';
import { Killed, MortalLog } from '../settlement/mortal-log.js';
import { LedgerBroker, type Mishap } from './ledger-broker.js';
import { type Ledgers, Process } from './process.js';
import {
  type Answer,
  type Command,
  DAILY_LIMIT_CENTS,
  FEE_CENTS,
  TRANSACTION_LIMIT_CENTS,
  UNKNOWN,
  USERS,
} from './reference.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

const PROCESSES = 2;
const REPEATS_MAX = 12;
const PASSES_MAX = 40;
/** What is not known to have arrived may be sent again. */
const LATER_MS = 16_000;

/** Lets others go first, or not; all of the process's turns are taken through it. */
export type Turn = () => Promise<void>;

export type Death = { readonly append: number; readonly written: boolean };

type Job = { readonly name: string; readonly id: string };

/** Two processes over one log, with a broker; every read and append is a turn that may come late. */
export class Platform {
  readonly log = new MortalLog();
  readonly broker: LedgerBroker;
  private readonly processes: readonly Process[];
  private readonly jobs = new Map<string, Job>();
  private dispatched = 0;

  private constructor(
    readonly partners: readonly Ledgers[],
    turn: Turn,
    private readonly later: (ms: number) => void,
    log: MortalLog,
  ) {
    this.log = log;
    this.broker = new LedgerBroker(turn);
    const broker = this.broker as unknown as Broker;
    this.processes = Array.from(
      { length: PROCESSES },
      () => new Process(inTurns(log, turn), partners, broker, turn),
    );
  }

  static async open(count: number, turn: Turn, later: (ms: number) => void): Promise<Platform> {
    const log = new MortalLog();
    const opened = Array.from({ length: count }, () => openLedgers(log));
    return new Platform(await Promise.all(opened), turn, later, log);
  }

  /** All at once, each by another process; asked again by the next until there is an answer. */
  async answers(commands: readonly Command[], death: Death | null): Promise<readonly Answer[]> {
    if (death !== null) this.log.dieAt(death.append, death.written);
    const answers = await Promise.all(commands.map((command, i) => this.insist(command, i)));
    this.log.live();
    for (const command of commands) if (command.do === 'take-back') this.takeBack(command);
    return answers;
  }

  /** Every job is worked by both processes at once, until nothing happens any more. */
  async settle(mishaps: readonly Mishap[], death: Death | null): Promise<void> {
    this.broker.expect(mishaps);
    if (death !== null) this.log.dieAt(death.append, death.written);
    let quiet = 0;
    for (let pass = 0; quiet < 2; pass++) {
      if (pass === PASSES_MAX) throw new Error('It never comes to an end');
      const before = this.log.everything.length;
      this.dispatch();
      const work = [...this.jobs.values()].flatMap((job) =>
        this.processes.map((process) => this.work(process, job)),
      );
      const failed = (await Promise.all(work)).includes(false);
      this.log.live();
      quiet = !failed && this.log.everything.length === before ? quiet + 1 : 0;
      this.later(LATER_MS);
    }
  }

  private async insist(command: Command, first: number): Promise<Answer> {
    const userId = randomUUID();
    for (let i = first; i < first + REPEATS_MAX; i++) {
      const process = this.processes[i % PROCESSES]!;
      const answer = await process.answer(command, userId);
      if (answer !== null) return answer;
      // An operator looks what came of it, and does not just cut off once more.
      if (command.do === 'cut-off') return UNKNOWN;
    }
    throw new Error(`${command.do} was never answered`);
  }

  private takeBack({ partner, externalId }: Extract<Command, { do: 'take-back' }>): void {
    for (const kind of ['d', 'w']) {
      const id = depositIdOf(this.partners[partner]!.session.partnerId, `${kind}-${externalId}`);
      this.broker.takeBack(id);
      this.jobs.set(`credit-deposit ${id}`, { name: 'credit-deposit', id });
    }
  }

  /** What the dispatcher and the due list would nudge sooner or later. */
  private dispatch(): void {
    const fresh = this.log.everything.slice(this.dispatched);
    this.dispatched = this.log.everything.length;
    for (const event of fresh)
      for (const policy of part.policies)
        if (policy.category === categoryOf(event.stream))
          for (const { kind, job, id } of policy.jobActions(event)) {
            const key = `${job.name} ${id}`;
            if (kind === 'cancel') this.jobs.delete(key);
            else this.jobs.set(key, { name: job.name, id });
          }
  }

  /** False when it is to be tried again. */
  private async work(process: Process, { name, id }: Job): Promise<boolean> {
    try {
      const data = { id, correlationId: 'c', causationId: 'c' };
      await process.processors.get(name)?.process(data);
      return true;
    } catch (error) {
      if (!TRIED_AGAIN.some((kind) => error instanceof kind)) throw error;
      return false;
    }
  }
}

const TRIED_AGAIN = [Killed, OutcomeUnknown, WrongExpectedRevision];

const openLedgers = async (log: EventLog): Promise<Ledgers> => {
  const session = new ConsoleSession(log);
  const at = new Date().toISOString();
  const data = { partnerId: session.partnerId, name: 'Partner', at };
  const created = { type: 'PartnerCreated', data } as const;
  await session.store.transact(partners, session.partnerId, () => [created], session.cause);
  await session.configure({
    fee: { flatCents: cents(FEE_CENTS), basisPoints: 0 },
    transactionLimitCents: cents(TRANSACTION_LIMIT_CENTS),
    dailyLimitCents: cents(DAILY_LIMIT_CENTS),
    withdrawals: 'enabled',
    withdrawalFee: { flatCents: cents(FEE_CENTS), basisPoints: 0 },
    withdrawalLimitCents: cents(TRANSACTION_LIMIT_CENTS),
  });
  const userIds: string[] = [];
  for (let i = 0; i < USERS; i++) userIds.push(await session.user());
  return { session, userIds };
};

const inTurns = (log: EventLog, turn: Turn): EventLog => ({
  read: async (...args) => {
    await turn();
    return log.read(...args);
  },
  append: async (stream, expected, events) => {
    await turn();
    return log.append(stream, expected, events);
  },
  subscribe: (after, signal) => log.subscribe(after, signal),
  head: () => log.head(),
  close: () => log.close(),
});
