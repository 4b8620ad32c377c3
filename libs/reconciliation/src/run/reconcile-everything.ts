import type { RequestedDeposit } from '#funding/deposit/deposit.state.js';
import { bookedCents } from '#funding/deposit/settle-credits.decide.js';
import { cents, centsToDecimal } from '#kernel/money.js';
import { pause } from '#kernel/concurrency/pause.js';
import type { Sources } from '../match/comparison.js';
import { type Difference, differenceIdOf } from '../reconciliation/difference.js';
import { type OpenEffect, type OpenEffects, openEffects } from './open-effects.js';
import { type Reconciled, reconcile } from './reconcile.js';
import { everything } from './window.js';

/** Pause before a second run confirms the differences of an audit. */
const AUDIT_SECOND_READ_AFTER_MS = 2_000;

/** `credited`, `debited`: dollars that the broker moved to and from the partner's users. */
type PartnerSums = {
  readonly partnerId: string;
  readonly deposits: number;
  readonly credited: string;
  readonly withdrawals: number;
  readonly debited: string;
};

export type Everything = OpenEffects & {
  readonly partners: readonly PartnerSums[];
  readonly differences: readonly Difference[];
  /** Days with more journals than the broker lists. Only known accounts are compared then. */
  readonly unlisted: readonly string[];
  /** Third-party journals: a notice, no difference. */
  readonly foreign: readonly Readonly<
    Record<'id' | 'status' | 'amountText' | 'accountId', string>
  >[];
  /** Rows of the broker's lists without a readable id. */
  readonly withoutId: number;
  readonly ok: boolean;
};

/** Compares everything. As with any run, a second run confirms the differences of the first. */
export const reconcileEverything = async (
  sources: Sources,
  secondRunAfterMs: number = AUDIT_SECOND_READ_AFTER_MS,
): Promise<Everything> => {
  const first = await reconcile(sources, everything(new Date()));
  if (first.differences.length === 0) return resultOf(first, []);
  await pause(secondRunAfterMs);
  const second = await reconcile(sources, everything(new Date()));
  const found = new Set(first.differences.map(differenceIdOf));
  const confirmed = second.differences.filter((each) => found.has(differenceIdOf(each)));
  return resultOf(second, confirmed);
};

const resultOf = async (
  { comparison, thirdParty }: Reconciled,
  differences: readonly Difference[],
): Promise<Everything> => {
  const { records, logged, scope } = comparison;
  const { unlisted, withoutId } = records;
  const effects = await openEffects(comparison, new Date());
  const isDifferent = new Set(differences.map(({ depositId }) => `deposit-${depositId}`));
  const isOther = ({ stream }: OpenEffect) => !isDifferent.has(stream);
  const [open, stuck] = [effects.open.filter(isOther), effects.stuck.filter(isOther)];
  const deposits = [...logged.deposits.values()].map(({ state }) => state);
  const partners = [...scope.partners].map((partnerId) => {
    const own = deposits.filter((each) => each.partnerId === partnerId);
    const deposited = own.filter(({ direction }) => direction === 'DEPOSIT');
    const withdrawn = own.filter(({ direction }) => direction === 'WITHDRAWAL');
    return {
      ...{ partnerId, deposits: deposited.length, credited: dollarsOf(deposited) },
      ...{ withdrawals: withdrawn.length, debited: dollarsOf(withdrawn) },
    };
  });
  return {
    ...{ partners, differences, unlisted, withoutId, open, stuck, waiting: effects.waiting },
    foreign: thirdParty.map(({ id, status, amountText, accountId }) => ({
      ...{ id, status, amountText, accountId },
    })),
    ok: differences.length === 0 && stuck.length === 0 && withoutId === 0,
  };
};

const dollarsOf = (transactions: readonly RequestedDeposit[]): string =>
  centsToDecimal(cents(transactions.reduce((sum, each) => sum + bookedCents(each), 0n)));
