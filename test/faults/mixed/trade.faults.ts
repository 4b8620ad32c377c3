import { type Ledger, readLedger } from '../ledgers.js';
import type { FaultHarness } from '../fault-harness.js';
import { control } from './control.js';
import type { HarmKind } from './mixed-fault.js';

/** Trades of orders that ended, which are broken or changed. */
const correcting =
  (kind: string, isSilent: boolean): HarmKind =>
  (random) => {
    const count = random.between(1, 5);
    const own = random.fork();
    return {
      kind,
      what: `${count} orders`,
      do: async (rig) => {
        const { orders } = await readLedger(rig.service);
        const known = isSilent ? endedInLog(rig) : null;
        const left = orders.filter(
          (each) => hasTraded(each) && (known === null || known.has(each.clientOrderId)),
        );
        for (let i = 0; i < Math.min(count, left.length); i++) {
          const [order] = left.splice(own.between(0, left.length - 1), 1);
          const outcome = own.percent(50)
            ? { outcome: 'bust' }
            : { outcome: 'correct', price: '9.50' };
          const silent = isSilent ? { silent: true } : {};
          await control(rig, `/orders/${order!.clientOrderId}`, { ...outcome, ...silent });
          rig.isSilenced ||= isSilent;
        }
      },
    };
  };

const hasTraded = ({ status, filledQty }: Ledger['orders'][number]): boolean =>
  status === 'filled' || (status === 'canceled' && Number(filledQty) > 0);

/** What is changed before its end is known is no surprise: the end tells it. */
const endedInLog = (rig: FaultHarness): ReadonlySet<string> =>
  new Set(
    rig
      .readLog()
      .filter(({ type }) => type === 'OrderFilled' || type === 'OrderCanceled')
      .map(({ id }) => id),
  );

const trades = correcting('broker breaks and changes trades', false);
/** Only the looks at orders that ended find it. */
const silentTrades = correcting('broker breaks and changes trades without a word', true);

export const tradeHarms = { trades, silentTrades };
