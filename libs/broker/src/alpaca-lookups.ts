import { z } from 'zod';
import { isSameEmail } from '#kernel/email.js';
import { isUuid } from '#kernel/ids.js';
import { parseInstant } from '#kernel/instant.js';
import type { OutboundResponse } from '#http/outbound/outbound-http.js';
import { CUSTOMER_AGREEMENT } from './alpaca-mapping.js';
import { foundOf } from './alpaca-outcomes.js';
import { isSameAscii } from './alpaca-text.js';
import {
  account,
  identified,
  journal,
  listedAccount,
  listedJournal,
  listedOrder,
  order,
} from './alpaca-wire.js';
import { type AccountApplication } from './broker.js';
import type { BrokerAccount, ListedJournal, ListedOrder } from './broker-records.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/**
 * Returns the account that this application opened, from a list. E-mail and names may belong to
 * another account, but the time of signing is unique to the application.
 */
export const ownAccount = (
  response: OutboundResponse,
  application: AccountApplication,
): BrokerAccount | null => {
  const ours = rowsOf(response)
    .filter((row) => !hasOtherEmail(row, application))
    .find((row) => isOurs(foundOf({ ...response, body: row }, listedAccount), application));
  return ours === undefined ? null : foundOf({ ...response, body: ours }, account);
};

/** Returns whether the row has another e-mail address. Other parts of the row may be unreadable. */
const hasOtherEmail = (row: unknown, { emailAddress }: AccountApplication): boolean => {
  const { data } = addressed.safeParse(row);
  return data !== undefined && !isSameEmail(data.contact.email_address, emailAddress);
};
const addressed = z.object({ contact: z.object({ email_address: z.string().min(1) }) });

/**
 * Rejects the firm account, because a deposit to it would return to the same account.
 * @throws {OutcomeUnknown}
 */
export const requireUserAccount = (label: string, { id }: BrokerAccount, firmAccountId: string) => {
  if (id.toLowerCase() === firmAccountId.toLowerCase())
    throw new OutcomeUnknown(`${label} returned the pre-funded account`);
};

/**
 * Rejects an account with another e-mail address. The message omits the address, because it is
 * personal and messages are stored. @throws {OutcomeUnknown}
 */
export const requireApplicant = (
  response: OutboundResponse,
  application: AccountApplication,
): void => {
  const { emailAddress = null } = foundOf(response, account);
  if (emailAddress !== null && !isSameEmail(emailAddress, application.emailAddress))
    throw new OutcomeUnknown(`${response.label} returned an account of another e-mail address`);
};

/**
 * `unreadable`: number of unreadable rows, one of which may be missing in `journals`. `unread`:
 * their ids, if readable.
 */
export type FirmJournals = {
  readonly journals: readonly ListedJournal[];
  readonly unreadable: number;
  readonly unread: readonly string[];
};

/**
 * Returns the cash journals between the firm account and one account, or any account (null), with
 * their keys. An unreadable row does not affect the others.
 */
export const firmJournals = (
  response: OutboundResponse,
  firmAccountId: string,
  accountId: string | null,
): FirmJournals => {
  const [journals, unread]: [ListedJournal[], string[]] = [[], []];
  let unreadable = 0;
  for (const row of rowsOf(response)) {
    const [listed, itself] = [listedJournal.safeParse(row), journal.safeParse(row)];
    if (!listed.success || !itself.success) {
      unreadable++;
      const { data } = identified.safeParse(row);
      if (data !== undefined) unread.push(data.id);
      continue;
    }
    const { entry_type, from_account, to_account, net_amount, description } = listed.data;
    const isFrom = from_account === firmAccountId;
    const isCash = entry_type === 'JNLC' && (isFrom || to_account === firmAccountId);
    const other = isFrom ? to_account : from_account;
    if (!isCash || (accountId !== null && other !== accountId)) continue;
    const direction = isFrom ? 'to_user' : 'to_firm';
    const about = { accountId: other, direction, amountText: net_amount } as const;
    const journalKey = namedIn(description, itself.data.id);
    journals.push({ ...itself.data, journalKey, ...about });
  }
  return { journals, unreadable, unread };
};

/**
 * Returns the text if it may be one of our keys, which are UUIDs. Third parties may use any
 * description.
 */
export const keyIn = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && isUuid(text) ? text.toLowerCase() : null;

const UUID = /(?<![\da-f-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f-])/gi;

/**
 * Returns the first UUID that the description of a journal contains, other than the journal's own
 * id, in lower case. Null without one.
 */
export const namedIn = (
  description: string | null | undefined,
  journalId: string,
): string | null => {
  const ids = (description ?? '').toLowerCase().match(UUID) ?? [];
  return ids.find((id) => id !== journalId.toLowerCase()) ?? null;
};

/** Returns the orders of an account with the times of their submission. */
export const ordersIn = (
  response: OutboundResponse,
  accountId: string,
): readonly { readonly order: ListedOrder; readonly submittedAt: Date }[] =>
  rowsOf(response).map((row) => {
    const body = { ...response, body: row };
    const { submitted_at: submittedAt, updated_at } = foundOf(body, listedOrder);
    const updatedAt = (updated_at ?? submittedAt).toISOString();
    return { order: { ...foundOf(body, order), accountId, updatedAt }, submittedAt };
  });

const rowsOf = (response: OutboundResponse): readonly unknown[] =>
  foundOf(response, z.array(z.unknown()));

const isOurs = (
  { contact, identity, agreements }: z.output<typeof listedAccount>,
  application: AccountApplication,
): boolean =>
  isSameEmail(contact?.email_address ?? '', application.emailAddress) &&
  isSameName(identity?.given_name, identity?.local_given_name, application.givenName) &&
  isSameName(identity?.family_name, identity?.local_family_name, application.familyName) &&
  (agreements ?? []).some(
    ({ agreement, signed_at }) =>
      agreement === CUSTOMER_AGREEMENT && sameInstant(signed_at, application.agreementSignedAt),
  );

type WireName = string | null | undefined;

/**
 * Two names may have the same ASCII form, so this also compares the local spelling if the broker
 * has it.
 */
const isSameName = (ascii: WireName, local: WireName, ours: string): boolean =>
  isSameAscii(ascii, ours) && (local ?? ours.trim()) === ours.trim();

const sameInstant = (left: string, right: string): boolean => {
  const instant = parseInstant(left)?.getTime();
  return instant !== undefined && instant === parseInstant(right)?.getTime();
};
