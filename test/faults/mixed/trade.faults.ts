import { type Ledger, readLedger } from '../ledgers.js';
import type { FaultHarness } from '../fault-harness.js';
import { control } from './control.js';
import type { FaultKind } from './mixed-fault.js';

/** The broker busts or corrects trades of ended orders. */
const correcting =
  (kind: string, isSilent: boolean): FaultKind =>
  (random) => {
    const count = random.between(1, 5);
    const own = random.fork();
    return {
      kind,
      what: `${count} orders`,
      do: async (harness) => {
        const { orders } = await readLedger(harness.service);
        const known = isSilent ? endedInLog(harness) : null;
        const left = orders.filter(
          (each) => hasTraded(each) && (known === null || known.has(each.clientOrderId)),
        );
        for (let i = 0; i < Math.min(count, left.length); i++) {
          const [order] = left.splice(own.between(0, left.length - 1), 1);
          const outcome = own.percent(50)
            ? { outcome: 'bust' }
            : { outcome: 'correct', price: '9.50' };
          const silent = isSilent ? { silent: true } : {};
          await control(harness, `/orders/${order!.clientOrderId}`, { ...outcome, ...silent });
          harness.isSilenced ||= isSilent;
        }
      },
    };
  };

const hasTraded = ({ status, filledQty }: Ledger['orders'][number]): boolean =>
  status === 'filled' || (status === 'canceled' && Number(filledQty) > 0);

/** Selects orders whose end the service knows, because an unknown end would include the change. */
const endedInLog = (harness: FaultHarness): ReadonlySet<string> =>
  new Set(
    harness
      .readLog()
      .filter(({ type }) => type === 'OrderFilled' || type === 'OrderCanceled')
      .map(({ id }) => id),
  );

const trades = correcting('broker breaks and changes trades', false);
/** Only the rechecks of ended orders find this change. */
const silentTrades = correcting('broker breaks and changes trades without a word', true);

export const tradeHarms = { trades, silentTrades };
