import { Refused } from '#platform/core/refused.js';
import { comparePeriods } from '../reconcile/compare-periods.js';
import type { Difference } from '../reconcile/difference.js';
import type { PartnerBooks } from '../reconcile/partner-books.js';
import type { LineView } from '../settlement-statement/line.view.js';
import type { Look } from './look.js';
import { periodsOf } from './scope.js';

type Compared = {
  readonly differences: readonly Difference[];
  readonly periods: readonly string[];
  readonly partners: readonly string[];
  readonly notCompared: number;
};

/**
 * The periods that changed: every line that is shown, and every line of a deposit that changed,
 * folded from the log again. A period with more lines than `linesMax` is left to the night and to
 * its closing.
 */
export const compareTouchedPeriods = async (look: Look): Promise<Compared> => {
  const { scope, books, changedDeposits } = look;
  const changed = await books.ofPartners(changedDeposits, []);
  for (const ofPartner of changed.values())
    for (const period of touchedOf(ofPartner)) periodsOf(scope, ofPartner.partnerId).add(period);
  const differences: Difference[] = [];
  const [periods, partners]: [string[], string[]] = [[], []];
  let notCompared = 0;
  for (const [partnerId, touched] of scope.periods)
    try {
      const read = await readPartner(look, partnerId, [...touched], changed.get(partnerId));
      if (read === null) {
        notCompared += touched.size;
        continue;
      }
      differences.push(...read.differences);
      periods.push(...read.periods);
      partners.push(partnerId);
      notCompared += touched.size - read.periods.length;
    } catch (error) {
      // The read models are away or being rebuilt: the broker is compared all the same.
      if (!(error instanceof Refused)) throw error;
      notCompared += touched.size;
    }
  return { differences, periods, partners, notCompared };
};

const touchedOf = ({ periods }: PartnerBooks): readonly string[] =>
  periods.filter(({ lines }) => lines.length > 0).map(({ id }) => id);

/** Null while the read models lack something that changed. */
const readPartner = async (
  { reader, books, logUntil, linesMax }: Look,
  partnerId: string,
  touched: readonly string[],
  changed: PartnerBooks | undefined,
) => {
  const shown = await reader.shown(partnerId, touched);
  if (logUntil !== null && shown.position < logUntil) return null;
  const depositIds = new Set(changed?.deposits.keys());
  const periods: string[] = [];
  for (const id of touched) {
    const lines = await idsOf(reader.linesShown(shown, id), linesMax);
    if (lines === null) continue;
    for (const transactionId of lines) depositIds.add(transactionId);
    periods.push(id);
  }
  const upToShown = await books.anew().ofPartners(depositIds, [partnerId], shown.position);
  const folded = upToShown.get(partnerId);
  if (folded === undefined) return { differences: [], periods };
  const chosen = folded.periods.filter(({ id }) => periods.includes(id));
  return { differences: await comparePeriods(reader, shown, folded, chosen), periods };
};

/** Ids of the deposits of these lines; null when there are too many. */
const idsOf = async (
  portions: AsyncIterable<readonly LineView[]>,
  linesMax: number,
): Promise<readonly string[] | null> => {
  const ids: string[] = [];
  for await (const lines of portions) {
    ids.push(...lines.map(({ transactionId }) => transactionId));
    if (ids.length > linesMax) return null;
  }
  return ids;
};
