import { isSettled } from '#onboarding/trader-profile/account-standing.js';
import { eachOf } from '#kernel/concurrency/each-of.js';
import { isSameEmail } from '#kernel/email.js';
import type { BrokerAccount } from '#broker/broker-records.js';
import type { LoggedAccount } from '../import/logged-records.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';
import type { Comparison, Matched } from './comparison.js';

const ACCOUNTS_AT_ONCE = 8;

/** Compares each account with the broker's. */
export const matchAccounts = async (comparison: Comparison): Promise<Matched> => {
  const { scope, records, logged } = comparison;
  const opened = await eachOf(scope.users, (id) => logged.accountOf(id));
  for (const each of opened) if (each !== null) scope.accounts.add(each.account.id);
  for (const id of records.accounts.keys()) scope.accounts.add(id);
  const subjects: string[] = [];
  const found = await eachOf(
    scope.accounts,
    async (id) => {
      const differences = await compareAccount(comparison, id);
      if (differences !== null) subjects.push(`account/${id}`);
      return differences ?? [];
    },
    ACCOUNTS_AT_ONCE,
  );
  return { differences: found.flat(), subjects };
};

/** Null if the account cannot be compared now. */
const compareAccount = async (
  { scope, records, logged, window, settledUntil }: Comparison,
  accountId: string,
): Promise<readonly Difference[] | null> => {
  const known = await logged.account(accountId);
  const reported = records.accounts.get(accountId);
  if (known === null) {
    if ([...logged.unreadable.values()].some((each) => each.accountId === accountId)) return null;
    // The opening of the account may still be on its way into the log.
    const isNew = reported === undefined || (reported.at !== null && reported.at >= settledUntil);
    return isNew ? null : [unknownAccount(accountId, reported.status)];
  }
  const { account } = known;
  const isSame = reported?.status === account.status && reported.mentionsBlocks !== true;
  if (isSame && !scope.known.has(accountId)) return [];
  const about = { partnerId: known.profile.partnerId, accountId };
  const found = await records.readAccount(about, accountId);
  if (found === undefined) return null;
  // Jobs poll an account until it is settled.
  const isPolled = window.kind === 'everything' && !isSettled(account) && found !== null;
  const { status, blocks } = account;
  return differencesOf(
    known,
    isPolled ? { ...found, status, blocks: [...blocks] as never } : found,
  );
};

const differencesOf = (
  { profile, account }: LoggedAccount,
  found: BrokerAccount | null,
): readonly Difference[] => {
  const { partnerId, userId, emailAddress } = profile;
  const { id: accountId, number, status, blocks } = account;
  const differ = (what: string) =>
    differenceOf({
      ...{ kind: found === null ? 'account_missing_at_broker' : 'account_different' },
      ...{ partnerId, accountId, what: `account ${accountId} of ${userId}: ${what}` },
    });
  if (found === null) return [differ(`${status} in the log, no such account at the broker`)];
  if (found.id.toLowerCase() !== accountId.toLowerCase())
    return [differ(`account ${found.id} at the broker`)];
  const texts = [
    // The addresses are personal, and differences are permanent.
    ...(emailAddress === null || isSameEmail(found.emailAddress ?? emailAddress, emailAddress)
      ? []
      : ['another e-mail address at the broker']),
    ...bothOf(status, found.status),
    ...(status === found.status ? bothOf(listed(blocks), listed(found.blocks ?? blocks)) : []),
    ...(found.number === '' ? [] : bothOf(number || 'no number', found.number)),
  ];
  const differences = texts.map(differ);
  const { margin } = found;
  if (margin === undefined || (margin.multiplier === 1 && !margin.allowsShortSales))
    return differences;
  const what = `multiplier ${margin.multiplier}, short sales ${margin.allowsShortSales ? 'allowed' : 'not allowed'} at the broker`;
  return [...differences, { ...differ(what), kind: 'account_configuration' }];
};

const bothOf = (here: string, there: string): readonly string[] =>
  here === there ? [] : [`${here} in the log, ${there} at the broker`];

const listed = (blocks: readonly string[]): string => blocks.join(', ') || 'no block';

const unknownAccount = (accountId: string, status: string): Difference =>
  differenceOf({
    ...{ kind: 'account_unknown_here', partnerId: null, accountId },
    what: `account ${accountId}: ${status || 'exists'} at the broker, unknown in the log`,
  });
