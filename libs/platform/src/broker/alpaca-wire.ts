import { z } from 'zod';
import { decimalText } from '../core/decimal-text.js';
import { parseInstant } from '../core/instant.js';
import {
  type Billionths,
  type Cents,
  billionthsFromDecimal,
  centsFromDecimal,
} from '../core/money.js';
import type { OutboundAnswer } from '../core/outbound-http.js';
import { type FirmBalance, OutcomeUnknown } from './broker.js';
import {
  ACCOUNT_BLOCKS,
  type AccountBlock,
  type BrokerAccount,
  type BrokerJournal,
  type BrokerOrder,
} from './broker-records.js';

/**
 * Reads a body by its schema.
 * @throws {OutcomeUnknown} when it does not fit: what the broker did cannot be told from it
 */
export const decoded = <Value>(answer: OutboundAnswer, schema: z.ZodType<Value>): Value => {
  try {
    return schema.parse(answer.body);
  } catch {
    throw new OutcomeUnknown(`${answer.label} answered ${answer.status} with an unreadable body`);
  }
};

const decimal = z.union([z.string(), z.number()]).transform(String);
/** Averages have as many decimals as the broker likes. */
const price = decimal.transform(decimalText).pipe(z.string().regex(/^\d{1,15}(\.\d{1,40})?$/));
/** What cannot be kept exactly is no quantity, and said so: whoever reads a list goes on with the next. */
const quantity = decimal.transform(decimalText).transform((text, context): Billionths => {
  try {
    return billionthsFromDecimal(text);
  } catch {
    context.addIssue('no quantity of whole billionths');
    return z.NEVER;
  }
});
const instant = z.string().transform(parseInstant).pipe(z.date());
const codes = z.union([z.record(z.string(), z.unknown()), z.array(z.string()), z.string()]);
const words = z.string().nullish();
/** An id or a word of the broker: what is longer is neither. */
const name = z.string().min(1).max(200);
/** It stands in paths, where other letters name something else. */
const brokerId = z.guid().lowercase();
/** Free text is for people to read, and is kept for ever. */
const remark = words.catch(null).transform((text) => text?.slice(0, REMARK_CHARACTERS_MAX) ?? null);
const REMARK_CHARACTERS_MAX = 1_000;

const kycResults = z.object({
  reject: codes.nullish().catch(null),
  indeterminate: codes.nullish().catch(null),
  additional_information: remark,
});

const isOurs = (currency: string | null | undefined): boolean => (currency ?? 'USD') === 'USD';

/** What is shown of an account, and what stands in paths about it. */
const accountNumber = z.string().regex(/^[A-Za-z0-9-]{0,40}$/);
const accountStatus = z.string().regex(/^[A-Za-z][A-Za-z0-9_ ]{0,59}$/);

export const account = z
  .object({
    id: brokerId,
    account_number: accountNumber.nullish(),
    status: accountStatus,
    currency: words.refine(isOurs),
    kyc_results: kycResults.nullish().catch(null),
    contact: z
      .object({ email_address: words.catch(null) })
      .nullish()
      .catch(null),
  })
  .transform((wire): BrokerAccount => {
    const results: Partial<z.output<typeof kycResults>> = HAPPY.has(wire.status)
      ? {}
      : (wire.kyc_results ?? {});
    const findings = [results.reject, results.indeterminate].flatMap(presentIn);
    const emailAddress = wire.contact?.email_address ?? null;
    return {
      id: wire.id,
      number: wire.account_number ?? '',
      status: wire.status,
      reason: reasonOf(results),
      ...(findings.length === 0 ? {} : { findings }),
      ...(emailAddress === null ? {} : { emailAddress }),
    };
  });

const flag = z.boolean().nullish();

/** A flag that is missing is not set; one that is no flag makes the answer unreadable. */
export const accountBlocks = z
  .object({
    id: name,
    account_blocked: flag,
    trading_blocked: flag,
    transfers_blocked: flag,
    trade_suspended_by_user: flag,
  })
  .transform((wire): { readonly id: string; readonly blocks: readonly AccountBlock[] } => ({
    id: wire.id,
    blocks: ACCOUNT_BLOCKS.filter((name) => wire[name] === true),
  }));

/** Another's account may lack all but the id. */
export const listedAccount = z.object({
  id: name,
  contact: z.object({ email_address: words }).nullish(),
  identity: z.object({ given_name: words, family_name: words }).nullish(),
  agreements: z.array(z.object({ agreement: z.string(), signed_at: z.string() })).nullish(),
});

export const journal = z
  .object({
    id: brokerId,
    status: name,
    net_amount: decimal,
    to_account: name,
    currency: words.catch(null),
    entry_type: words.catch(null),
  })
  .transform((wire): BrokerJournal => ({
    id: wire.id,
    status: wire.status,
    amount: isOurs(wire.currency) && isCash(wire.entry_type) ? centsOrNull(wire.net_amount) : null,
    creditedAccountId: wire.to_account,
  }));

/** What it was described with when it was made. */
export const journalNote = z.object({ description: words.catch(null) });

export const journalSides = z.object({ from_account: z.string(), to_account: z.string() });

/** The other kind moves shares. */
const isCash = (entryType: string | null | undefined): boolean => (entryType ?? CASH) === CASH;
const CASH = 'JNLC';

/** Journals of others may have any amount, parts of a cent too. */
const centsOrNull = (text: string): Cents | null => {
  try {
    return centsFromDecimal(text.replace(/(\.\d\d)0+$/, '$1'));
  } catch {
    return null;
  }
};

/** Of another currency than ours the amount says which. */
/** Whatever else it says. */
export const identified = z.object({ id: brokerId });

export const listedJournal = z
  .object({
    entry_type: z.string(),
    from_account: z.string(),
    to_account: z.string(),
    net_amount: decimal,
    currency: words.catch(null),
    description: words.catch(null),
  })
  .transform(({ currency, ...wire }) => ({
    ...wire,
    net_amount: isOurs(currency) ? wire.net_amount : `${wire.net_amount} ${currency}`,
  }));

/** The broker keeps fractions of a cent; only whole ones can be journaled. */
const wholeCents = decimal.transform((text) =>
  centsFromDecimal(text.replace(/(\.\d\d)\d+$/, '$1')),
);

export const firmBalance = z
  .object({ id: words.catch(null), cash: wholeCents, cash_transferable: wholeCents })
  .transform(({ id, cash, cash_transferable: transferable }) => ({
    accountId: id ?? null,
    balance: { cash, transferable } satisfies FirmBalance,
  }));

export const order = z
  .object({
    id: brokerId,
    client_order_id: name,
    status: name,
    symbol: words.catch(null),
    side: words.catch(null),
    filled_qty: quantity,
    filled_avg_price: price.nullish(),
    reject_reason: remark,
    reason: remark,
    updated_at: instant.nullish().catch(null),
  })
  .transform((wire): BrokerOrder => {
    const filledQuantity = wire.filled_qty;
    return {
      id: wire.id,
      clientOrderId: wire.client_order_id,
      status: wire.status,
      symbol: wire.symbol ?? null,
      side: wire.side ?? null,
      filledQuantity,
      filledAveragePrice: filledQuantity === 0n ? null : (wire.filled_avg_price ?? null),
      reason: wire.reject_reason ?? wire.reason ?? null,
      ...(isDate(wire.updated_at) ? { updatedAt: wire.updated_at.toISOString() } : {}),
    };
  });

const isDate = (value: unknown): value is Date => value instanceof Date;

/** What a list tells of an order beside the order itself. */
export const listedOrder = z.object({ submitted_at: instant, updated_at: instant.nullish() });

const HAPPY = new Set(['APPROVED', 'ACTIVE']);

const reasonOf = (results: Partial<z.output<typeof kycResults>>): string | null => {
  const parts = [
    listed('rejected', results.reject),
    listed('unclear', results.indeterminate),
    results.additional_information ?? '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join('; ');
};

const listed = (title: string, found: z.output<typeof codes> | null | undefined): string => {
  const present = presentIn(found);
  return present.length === 0 ? '' : `${title}: ${present.join(', ')}`;
};

const presentIn = (found: z.output<typeof codes> | null | undefined): readonly string[] =>
  (found === null || found === undefined ? [] : namesOf(found)).filter((name) => name !== '');

const namesOf = (found: z.output<typeof codes>): readonly string[] => {
  if (typeof found === 'string') return [found];
  return isList(found) ? found : Object.keys(found);
};

const isList = (found: readonly string[] | object): found is readonly string[] =>
  Array.isArray(found);
