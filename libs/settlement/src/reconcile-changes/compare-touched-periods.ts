import { Refused } from '#platform/core/refused.js';
import { comparePeriods } from '../reconcile/compare-periods.js';
import type { Difference } from '../reconcile/difference.js';
import type { PartnerBooks } from '../reconcile/partner-books.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
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

const readPartner = async (
  { reader, books, linesMax }: Look,
  partnerId: string,
  touched: readonly string[],
  changed: PartnerBooks | undefined,
) => {
  const depositIds = new Set(changed?.deposits.keys());
  const periods: string[] = [];
  for (const id of touched) {
    const lines = await shownLines(reader, partnerId, id, linesMax);
    if (lines === null) continue;
    for (const transactionId of lines) depositIds.add(transactionId);
    periods.push(id);
  }
  const folded = (await books.ofPartners(depositIds, [partnerId])).get(partnerId);
  if (folded === undefined) return { differences: [], periods };
  const chosen = folded.periods.filter(({ id }) => periods.includes(id));
  return { differences: await comparePeriods(reader, folded, chosen), periods };
};

/** Ids of the deposits that the read model shows in a period; null when there are too many. */
const shownLines = async (
  reader: SettlementReader,
  partnerId: string,
  id: string,
  linesMax: number,
): Promise<readonly string[] | null> => {
  const shown: string[] = [];
  for await (const lines of reader.allLines(partnerId, id)) {
    shown.push(...lines.map(({ transactionId }) => transactionId));
    if (shown.length > linesMax) return null;
  }
  return shown;
};
