import { setTimeout as sleep } from 'node:timers/promises';
import { readLedger } from '../ledgers.js';
import type { Random } from '../random.js';
import type { FaultHarness } from '../fault-harness.js';
import type { FaultKind } from './mixed-fault.js';

const HELD_MS = 6_000;

/**
 * The broker restricts some accounts for a time, with or without an event, and lifts the restriction.
 * If the sandbox dies meanwhile, `calm` lifts it.
 */
const holding =
  (kind: string, changes: readonly object[]): FaultKind =>
  (random) => {
    const change = random.pick(changes);
    const share = random.between(20, 80);
    const own = random.fork();
    return {
      kind,
      what: `${JSON.stringify(change)}, ${share} % of them, for ${HELD_MS} ms`,
      do: async (harness) => {
        const held = await activeAccounts(harness, share, own);
        const each = async (changed: object) => {
          for (const id of held)
            await harness.control(`/accounts/${id}`, { ...changed, silent: own.percent(50) });
        };
        await each(change);
        await sleep(HELD_MS);
        await each({ status: 'ACTIVE', reason: null, blocks: [] });
      },
    };
  };

const activeAccounts = async (
  harness: FaultHarness,
  share: number,
  random: Random,
): Promise<string[]> => {
  const { accounts } = await readLedger(harness.service);
  const active = accounts.filter(({ status }) => status === 'ACTIVE');
  return active.filter(() => random.percent(share)).map(({ id }) => id);
};

const restricted = holding('broker restricts accounts', [
  { blocks: ['account_blocked'] },
  { blocks: ['trading_blocked', 'transfers_blocked'] },
  { blocks: ['trade_suspended_by_user'] },
  { status: 'DISABLED', reason: 'see ticket 4711' },
]);

const updated = holding('broker reviews accounts', [{ status: 'ACCOUNT_UPDATED' }]);

export const accountHarms = { restricted, updated };
