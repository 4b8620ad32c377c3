import { type Refused, conflict } from '#kernel/refused.js';
import { refusal } from '#http/endpoint.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { type AccountUse, isHeldFrom } from './account-standing.js';
import { reasonForPartner } from './account-words.js';
import { accountStates, traderProfiles } from './trader-profile.state.js';

export const accountNotActive = refusal(
  409,
  'broker_account_not_active',
  'Wait until `brokerAccountStatus` of the trader profile is `ACTIVE`.',
);

export const accountRestricted = refusal(
  409,
  'broker_account_restricted',
  'The broker has restricted the account, although it is `ACTIVE`. `statusReason` of the trader profile has the reason.',
);

/**
 * Returns the broker's id of the user's account.
 * @throws {Refused} 409 `broker_account_not_active`, or `broker_account_restricted` if a block forbids
 * this use
 */
export const requireActiveAccount = async (
  store: EventStore,
  userId: string,
  use: AccountUse,
): Promise<string> => {
  const account = (await store.load(accountStates, userId))?.account;
  if (account?.kind === 'opened' && account.status === 'ACTIVE' && !isHeldFrom(use, account.blocks))
    return account.id;
  throw await refusalOf(store, userId);
};

/**
 * Requires that the blocks that the broker just reported allow this use.
 * @throws {Refused} 409 `broker_account_restricted`
 */
export const requireNotHeld = (use: AccountUse, blocks: readonly string[]): void => {
  if (!isHeldFrom(use, blocks)) return;
  throw restricted(reasonForPartner({ status: 'ACTIVE', findings: [], blocks }));
};

const restricted = (reason: string | null): Refused =>
  conflict(
    'broker_account_restricted',
    `${reason}. Wait until statusReason of the trader profile is null`,
  );

const refusalOf = async (store: EventStore, userId: string): Promise<Refused> => {
  const account = (await store.load(traderProfiles, userId))?.account;
  const standing = account?.kind === 'opened' ? account : null;
  const reason = standing === null ? null : reasonForPartner(standing);
  if (standing?.status !== 'ACTIVE')
    return conflict(
      'broker_account_not_active',
      `${reason === null ? '' : `${reason}. `}${nextStep(standing?.status)}`,
    );
  return restricted(reason);
};

const nextStep = (status: string | undefined): string =>
  status === 'ACCOUNT_CLOSED' || status === 'REJECTED'
    ? 'The user cannot be funded or traded for'
    : 'Wait until brokerAccountStatus of the trader profile is ACTIVE';
