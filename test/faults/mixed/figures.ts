import type { AnswerRecord } from '../record.js';
import { readLedger } from '../ledgers.js';
import type { FaultHarness } from '../fault-harness.js';
import type { Verdict } from '../settle.js';
import type { Violation, ViolationKind } from '../violation.js';
import type { Judged } from './sampler.js';

/** A scheduled fault, and whether it could be injected. */
export type Happened = { readonly kind: string; readonly done: boolean };

type Counts = Readonly<Record<string, number>>;

/** Results of a mixed run. */
export type Figures = {
  readonly seed: number;
  readonly minutes: number;
  readonly ratePerS: number;
  readonly commands: number;
  readonly heldBack: number;
  /** Number of responses by status; 0 is an incomplete response. */
  readonly answers: Counts;
  readonly answered2xx: number;
  readonly p99Ms: number;
  /** Number of objects at the broker. */
  readonly effects: Counts;
  readonly faults: Counts;
  readonly lost: number;
  readonly doubled: number;
  readonly different: number;
  readonly openAfterMinute: number;
  readonly quietS: number;
  readonly violations: readonly Violation[];
  readonly processes: Judged | null;
};

type Course = {
  readonly harness: FaultHarness;
  readonly seed: number;
  readonly minutes: number;
  readonly ratePerS: number;
  readonly happened: readonly Happened[];
  readonly verdict: Verdict;
  readonly processes: Judged | null;
};

export const figuresOf = async ({
  harness: { record, service },
  happened,
  verdict: { quietMs, openAfterMinute, violations },
  processes,
  ...drawn
}: Course): Promise<Figures> => {
  const { accounts, journals, orders } = await readLedger(service);
  const is = (kind: ViolationKind) => violations.filter((one) => one.kind === kind).length;
  return {
    ...drawn,
    commands: record.commands,
    heldBack: record.heldBack,
    answers: answersOf(record),
    answered2xx: answered2xx(record),
    p99Ms: record.quantileMs(0.99),
    effects: { accounts: accounts.length, journals: journals.length, orders: orders.length },
    faults: countsOf(happened),
    lost: is('lost'),
    doubled: is('doubled'),
    different: is('different'),
    openAfterMinute,
    quietS: Math.round(quietMs / 100) / 10,
    violations: [...violations, ...(processes?.violations ?? [])],
    processes,
  };
};

export const progressOf = (record: AnswerRecord, happened: readonly Happened[]): string => {
  const answers = Object.entries(answersOf(record)).map(([status, count]) => `${status}×${count}`);
  return `${record.commands} commands; answers ${answers.join(' ')}; ${happened.length} faults`;
};

const answersOf = ({ statuses }: AnswerRecord): Counts =>
  Object.fromEntries([...statuses].sort(([a], [b]) => a - b));

const answered2xx = ({ statuses }: AnswerRecord): number =>
  [...statuses].reduce((sum, [status, n]) => (status >= 200 && status < 300 ? sum + n : sum), 0);

const countsOf = (happened: readonly Happened[]): Counts => {
  const counts: Record<string, number> = {};
  for (const { kind, done } of happened) {
    const name = done ? kind : `${kind} (not done)`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
