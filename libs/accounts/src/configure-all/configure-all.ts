import type { INestApplicationContext } from '@nestjs/common';
import { pause } from '#kernel/concurrency/pause.js';
import { MINUTE_MS } from '#kernel/duration.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { accountTable } from '#onboarding/account-list/account-list.projection.js';
import { accountStates } from '#onboarding/trader-profile/trader-profile.state.js';
import { Rows } from '#read-models/rows.js';
import { requestConfiguration } from '../account-configuration/account-configuration.decide.js';
import {
  type AccountConfiguration,
  accountConfigurations,
} from '../account-configuration/account-configuration.state.js';

/** Interval at which the command reads whether the next account is configured. */
const CONFIGURATION_POLL_MS = 200;
/** Time without any configured account after which the command assumes that no worker runs. */
const CONFIGURATION_SILENT_MS = 2 * MINUTE_MS;

/** Statuses of accounts that can no longer trade. */
const ENDED = new Set(['ACCOUNT_CLOSED', 'REJECTED']);

export type Configured = {
  readonly configured: number;
  readonly rejected: readonly { readonly user: string; readonly reason: string }[];
};

/**
 * Requests the configuration of every account that is open at the broker, and waits until workers
 * have configured them. `draw` gets the share that is done, in percent. The requests stay
 * recorded if the command is stopped. @throws {Error} if the worker does not run
 */
export const configureAll = async (
  app: INestApplicationContext,
  draw: (percent: number) => void,
): Promise<Configured> => {
  const store = app.get(EventStore);
  const users = await requestAll(store, app.get(Rows));
  const rejected: { user: string; reason: string }[] = [];
  for (const [index, user] of users.entries()) {
    draw(Math.floor((index / users.length) * 100));
    const { status, reason } = await settled(store, user);
    if (status === 'rejected') rejected.push({ user, reason: reason ?? '' });
  }
  draw(100);
  return { configured: users.length - rejected.length, rejected };
};

/** Returns the users whose accounts are to be configured. */
const requestAll = async (store: EventStore, rows: Rows): Promise<readonly string[]> => {
  const listed = await rows.find(null, accountTable, {});
  const users: string[] = [];
  for (const { userId, partnerId, status } of listed) {
    const account = (await store.load(accountStates, userId))?.account;
    if (account?.kind !== 'opened' || ENDED.has(status)) continue;
    const request = requestConfiguration({ userId, partnerId, accountId: account.id }, new Date());
    await store.transact(accountConfigurations, userId, request, operatorCause(partnerId));
    users.push(userId);
  }
  return users;
};

const settled = async (store: EventStore, userId: string): Promise<AccountConfiguration> => {
  const untilMs = performance.now() + CONFIGURATION_SILENT_MS;
  for (;;) {
    const state = await store.load(accountConfigurations, userId);
    if (state !== null && state.status !== 'requested') return state;
    if (performance.now() > untilMs)
      throw new Error(
        'The worker does not configure accounts: is it running? The requests stay recorded.',
      );
    await pause(CONFIGURATION_POLL_MS);
  }
};
