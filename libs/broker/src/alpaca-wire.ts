import { z } from 'zod';
import { decimalText } from '#kernel/decimal-text.js';
import { parseInstant } from '#kernel/instant.js';
import {
  type Billionths,
  type Cents,
  billionthsFromDecimal,
  centsFromDecimal,
} from '#kernel/money.js';
import type { OutboundResponse } from '#http/outbound/outbound-http.js';
import { type FirmBalance } from './broker.js';
import {
  ACCOUNT_BLOCKS,
  type AccountMargin,
  type AccountBlock,
  type BrokerAccount,
  type BrokerJournal,
  type BrokerOrder,
  type TransferableCash,
} from './broker-records.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/**
 * Parses a body with its schema. @throws {OutcomeUnknown} if it does not match, because the outcome
 * is then unclear
 */
export const decoded = <Value>(response: OutboundResponse, schema: z.ZodType<Value>): Value => {
  try {
    return schema.parse(response.body);
  } catch {
    throw new OutcomeUnknown(
      `${response.label} returned ${response.status} with an unreadable body`,
    );
  }
};

const decimal = z.union([z.string(), z.number()]).transform(String);
/** The broker does not limit the decimals of averages. */
const price = decimal.transform(decimalText).pipe(z.string().regex(/^\d{1,15}(\.\d{1,40})?$/));
/**
 * A quantity that cannot be stored exactly is a validation issue, so that readers of lists can
 * continue.
 */
const quantity = decimal.transform(decimalText).transform((text, context): Billionths => {
  try {
    return billionthsFromDecimal(text);
  } catch {
    context.addIssue('not a quantity of whole billionths');
    return z.NEVER;
  }
});
const instant = z.string().transform(parseInstant).pipe(z.date());
const codes = z.union([z.record(z.string(), z.unknown()), z.array(z.string()), z.string()]);
const words = z.string().nullish();
/** An id or a status of the broker. Longer text is rejected. */
const name = z.string().min(1).max(200);
/** Used in paths, where other characters could address another resource. */
const brokerId = z.guid().lowercase();
/** Free text for people. It is stored permanently, so its length is limited. */
const remark = words.catch(null).transform((text) => text?.slice(0, REMARK_CHARACTERS_MAX) ?? null);
const REMARK_CHARACTERS_MAX = 1_000;

const kycResults = z.object({
  reject: codes.nullish().catch(null),
  indeterminate: codes.nullish().catch(null),
  additional_information: remark,
});

const isOurs = (currency: string | null | undefined): boolean => (currency ?? 'USD') === 'USD';

/** Values that are shown or used in paths, with a limited alphabet. */
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
    const results: Partial<z.output<typeof kycResults>> = APPROVED.has(wire.status)
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

/** A missing flag is not set. A value of another type makes the response unreadable. */
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

/** A missing field is the one of an account without margin and short sales. */
export const accountMargin = z
  .object({
    multiplier: z.coerce.number().nullish(),
    shorting_enabled: flag,
  })
  .transform(({ multiplier, shorting_enabled: allowsShortSales }): AccountMargin => ({
    multiplier: multiplier ?? 1,
    allowsShortSales: allowsShortSales === true,
  }));

/** The configuration of an account without margin and short sales. Others make it unreadable. */
export const cashConfiguration = z.object({
  max_margin_multiplier: z.literal('1'),
  no_shorting: z.literal(true),
});

/** An account without own configuration has the broker's defaults. */
export const accountConfigurations = z
  .object({ id: name, user_configurations: z.unknown() })
  .transform(({ id, user_configurations: wire }) => ({
    id,
    isCash: cashConfiguration.safeParse(wire).success,
  }));

/** A third-party account may lack everything except the id. */
export const listedAccount = z.object({
  id: name,
  contact: z.object({ email_address: words }).nullish(),
  identity: z
    .object({
      given_name: words,
      family_name: words,
      local_given_name: words.catch(null),
      local_family_name: words.catch(null),
    })
    .nullish(),
  agreements: z.array(z.object({ agreement: z.string(), signed_at: z.string() })).nullish(),
});

export const journal = z
  .object({
    id: brokerId,
    status: name,
    net_amount: decimal,
    to_account: name,
    from_account: name.optional().catch(undefined),
    currency: words.catch(null),
    entry_type: words.catch(null),
  })
  .transform((wire): BrokerJournal => ({
    id: wire.id,
    status: wire.status,
    amount: isOurs(wire.currency) && isCash(wire.entry_type) ? centsOrNull(wire.net_amount) : null,
    creditedAccountId: wire.to_account,
    ...(wire.from_account === undefined ? {} : { debitedAccountId: wire.from_account }),
  }));

export const journalNote = z.object({ description: words.catch(null) });

export const journalSides = z.object({ from_account: z.string(), to_account: z.string() });

/** Other entry types move shares. */
const isCash = (entryType: string | null | undefined): boolean => (entryType ?? CASH) === CASH;
const CASH = 'JNLC';

/** Third-party journals may have any amount, including fractions of a cent. */
const centsOrNull = (text: string): Cents | null => {
  try {
    return centsFromDecimal(text.replace(/(\.\d\d)0+$/, '$1'));
  } catch {
    return null;
  }
};

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

/** The broker stores fractions of a cent, but journals use whole cents. */
const wholeCents = decimal.transform((text) =>
  centsFromDecimal(text.replace(/(\.\d\d)\d+$/, '$1')),
);

export const transferableCash = z
  .object({ cash_transferable: wholeCents })
  .and(accountBlocks)
  .transform(({ id, blocks, cash_transferable: transferable }) => ({
    accountId: id,
    cash: { transferable, blocks } satisfies TransferableCash,
  }));

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

/** Fields of an order in a list, besides the order itself. */
export const listedOrder = z.object({ submitted_at: instant, updated_at: instant.nullish() });

const APPROVED = new Set(['APPROVED', 'ACTIVE']);

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
