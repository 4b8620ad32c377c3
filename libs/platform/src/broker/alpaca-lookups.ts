import { z } from 'zod';
import { isUuid } from '../core/ids.js';
import { parseInstant } from '../core/instant.js';
import type { OutboundAnswer } from '../core/outbound-http.js';
import { CUSTOMER_AGREEMENT } from './alpaca-mapping.js';
import { foundOf } from './alpaca-outcomes.js';
import { toAscii } from './alpaca-text.js';
import {
  account,
  identified,
  journal,
  listedAccount,
  listedJournal,
  listedOrder,
  order,
} from './alpaca-wire.js';
import { type AccountApplication, OutcomeUnknown } from './broker.js';
import type { BrokerAccount, ListedJournal, ListedOrder } from './broker-records.js';

/**
 * The account this very application opened, out of a list. E-mail and names alone could be somebody
 * else's account; the moment of signing, fixed by the application, settles it.
 */
export const ownAccount = (
  answer: OutboundAnswer,
  application: AccountApplication,
): BrokerAccount | null => {
  const ours = rowsOf(answer)
    .filter((row) => !isAnothers(row, application))
    .find((row) => isOurs(foundOf({ ...answer, body: row }, listedAccount), application));
  return ours === undefined ? null : foundOf({ ...answer, body: ours }, account);
};

/** By its e-mail address alone; whatever else of it cannot be read is nothing to us. */
const isAnothers = (row: unknown, { emailAddress }: AccountApplication): boolean => {
  const { data } = addressed.safeParse(row);
  return data !== undefined && !sameText(data.contact.email_address, emailAddress.trim());
};
const addressed = z.object({ contact: z.object({ email_address: z.string().min(1) }) });

/** A deposit to such a "user" would go from the firm account to itself. @throws {OutcomeUnknown} */
export const requireUsersOwn = (label: string, { id }: BrokerAccount, firmAccountId: string) => {
  if (id.toLowerCase() === firmAccountId.toLowerCase())
    throw new OutcomeUnknown(`${label} answered with the pre-funded account`);
};

/**
 * An account that says it is somebody else's is not the one that was asked for. The address is
 * personal, and messages are kept: they do not name it.
 * @throws {OutcomeUnknown}
 */
export const requireApplicant = (answer: OutboundAnswer, application: AccountApplication): void => {
  const { emailAddress = null } = foundOf(answer, account);
  if (emailAddress !== null && !sameText(emailAddress, application.emailAddress.trim()))
    throw new OutcomeUnknown(`${answer.label} answered with an account of another e-mail address`);
};

/**
 * `unreadable`: how many rows could not be read, so that one may be missing among the others; `unread`: their
 * ids, as far as they have one.
 */
export type FirmJournals = {
  readonly journals: readonly ListedJournal[];
  readonly unreadable: number;
  readonly unread: readonly string[];
};

/**
 * The cash journals between the firm account and one account, or any (null), with the key each was
 * created under. One row that cannot be read leaves the others as they are.
 */
export const firmJournals = (
  answer: OutboundAnswer,
  firmAccountId: string,
  accountId: string | null,
): FirmJournals => {
  const [journals, unread]: [ListedJournal[], string[]] = [[], []];
  let unreadable = 0;
  for (const row of rowsOf(answer)) {
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
    const named = keyIn(description);
    // One that names itself names nothing.
    const journalKey = named === itself.data.id.toLowerCase() ? null : named;
    journals.push({ ...itself.data, journalKey, ...about });
  }
  return { journals, unreadable, unread };
};

/** Our keys are UUIDs; others describe their journals as they like. */
export const keyIn = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && isUuid(text) ? text.toLowerCase() : null;

/** The orders of an account, each with the moment it came at. */
export const ordersIn = (
  answer: OutboundAnswer,
  accountId: string,
): readonly { readonly order: ListedOrder; readonly submittedAt: Date }[] =>
  rowsOf(answer).map((row) => {
    const body = { ...answer, body: row };
    const { submitted_at: submittedAt, updated_at } = foundOf(body, listedOrder);
    const updatedAt = (updated_at ?? submittedAt).toISOString();
    return { order: { ...foundOf(body, order), accountId, updatedAt }, submittedAt };
  });

const rowsOf = (answer: OutboundAnswer): readonly unknown[] =>
  foundOf(answer, z.array(z.unknown()));

const isOurs = (
  { contact, identity, agreements }: z.output<typeof listedAccount>,
  application: AccountApplication,
): boolean =>
  sameText(contact?.email_address, application.emailAddress.trim()) &&
  sameText(identity?.given_name, toAscii(application.givenName)) &&
  sameText(identity?.family_name, toAscii(application.familyName)) &&
  (agreements ?? []).some(
    ({ agreement, signed_at }) =>
      agreement === CUSTOMER_AGREEMENT && sameInstant(signed_at, application.agreementSignedAt),
  );

const sameText = (left: string | null | undefined, right: string): boolean =>
  left?.toLowerCase() === right.toLowerCase();

const sameInstant = (left: string, right: string): boolean => {
  const instant = parseInstant(left)?.getTime();
  return instant !== undefined && instant === parseInstant(right)?.getTime();
};
