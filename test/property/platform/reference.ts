/**
 * What users, deposits, orders and periods mean, in the fewest words: no events, no streams, no
 * two at once. The platform must do the same, whatever happens to it.
 */
export type Command =
  | {
      readonly do: 'register';
      readonly partner: number;
      readonly externalId: number;
      readonly email: number;
    }
  | {
      readonly do: 'deposit';
      readonly partner: number;
      readonly externalId: number;
      readonly amountCents: number;
    }
  | {
      readonly do: 'order';
      readonly partner: number;
      readonly externalId: number;
      readonly symbol: Symbol;
    }
  | { readonly do: 'cancel'; readonly partner: number; readonly externalId: number }
  | {
      readonly do: 'withdraw';
      readonly partner: number;
      readonly externalId: number;
      readonly amountCents: number;
    }
  | { readonly do: 'give-up'; readonly partner: number; readonly externalId: number }
  | { readonly do: 'cut-off'; readonly partner: number }
  | { readonly do: 'take-back'; readonly partner: number; readonly externalId: number };

/** What the broker does with an order for it. */
type Symbol = 'FILL' | 'REJECT' | 'WAIT';

/** `done`, or the code of a refusal. */
export type Answer = string;
/** It was done, or it was not. */
export const UNKNOWN = 'unknown';

export const FEE_CENTS = 1_00;
export const TRANSACTION_LIMIT_CENTS = 60_00;
/** Cash that each user may withdraw. */
export const CASH_CENTS = 80_00;
export const DAILY_LIMIT_CENTS = 100_00;
/** As the sandbox: an amount that ends so is rejected by the broker. */
export const REJECTED_CENTS = 13;

type Deposit = { amountCents: number; user: number; status: string };
type Order = { symbol: Symbol; status: string };
type Period = {
  count: number;
  grossCents: number;
  feeCents: number;
  adjustmentCents: number;
  withdrawnCount: number;
  withdrawnCents: number;
};

type PartnerModel = {
  /** E-mails by external id. */
  readonly users: Record<string, number>;
  readonly deposits: Record<string, Deposit>;
  readonly withdrawals: Record<string, Deposit>;
  readonly orders: Record<string, Order>;
  /** Of each user, today. */
  readonly reservedCents: Record<string, number>;
  /** Withdrawals of each user that were not rejected, canceled or reversed. */
  readonly withdrawnCents: Record<string, number>;
  readonly periods: Period[];
};
export type Model = readonly PartnerModel[];

export const USERS = 2;
export const userOf = (externalId: number): number => externalId % USERS;

const emptyPeriod = (): Period => ({
  ...{ count: 0, grossCents: 0, feeCents: 0, adjustmentCents: 0 },
  ...{ withdrawnCount: 0, withdrawnCents: 0 },
});
const nothing = () => Object.fromEntries(Array.from({ length: USERS }, (_, i) => [i, 0]));

export const emptyModel = (partners: number): Model =>
  Array.from({ length: partners }, () => ({
    users: {},
    deposits: {},
    withdrawals: {},
    orders: {},
    reservedCents: nothing(),
    withdrawnCents: nothing(),
    periods: [emptyPeriod()],
  }));

/** The model after the command, and its answer. */
export const after = (model: Model, command: Command): readonly [Model, Answer] => {
  const next = structuredClone(model);
  return [next, perform(next[command.partner]!, command)];
};

const perform = (partner: PartnerModel, command: Command): Answer => {
  switch (command.do) {
    case 'register': {
      const known = partner.users[command.externalId];
      if (known !== undefined)
        return known === command.email ? 'done' : 'external_id_already_exists';
      if (Object.values(partner.users).includes(command.email)) return 'email_already_exists';
      partner.users[command.externalId] = command.email;
      return 'done';
    }
    case 'deposit':
      return deposit(partner, command.externalId, command.amountCents);
    case 'order': {
      const known = partner.orders[command.externalId];
      if (known !== undefined)
        return known.symbol === command.symbol ? 'done' : 'external_id_already_exists';
      partner.orders[command.externalId] = { symbol: command.symbol, status: 'pending' };
      return 'done';
    }
    case 'cancel': {
      const order = partner.orders[command.externalId];
      if (order === undefined) return 'order_not_found';
      if (['filled', 'rejected', 'canceled'].includes(order.status)) return 'order_final';
      order.status = order.status === 'pending' ? 'canceled' : 'canceling';
      return 'done';
    }
    case 'cut-off':
      partner.periods.push(emptyPeriod());
      return 'done';
    case 'withdraw':
      return withdraw(partner, command.externalId, command.amountCents);
    case 'give-up': {
      const known = partner.withdrawals[command.externalId];
      if (known === undefined) return 'transaction_not_found';
      if (known.status === 'pending') known.status = 'giving up';
      return ['giving up', 'canceled'].includes(known.status) ? 'done' : 'transaction_final';
    }
    case 'take-back': {
      for (const { [command.externalId]: each } of [partner.deposits, partner.withdrawals])
        if (each?.status === 'completed') each.status = 'taken back';
      return 'done';
    }
  }
};

const deposit = (partner: PartnerModel, externalId: number, amountCents: number): Answer => {
  const known = partner.deposits[externalId];
  if (known !== undefined)
    return known.amountCents === amountCents ? 'done' : 'external_id_already_exists';
  if (amountCents > TRANSACTION_LIMIT_CENTS) return 'limit_exceeded';
  if (amountCents <= FEE_CENTS) return 'amount_invalid';
  const user = userOf(externalId);
  const reserved = (partner.reservedCents[user] ?? 0) + amountCents;
  if (reserved > DAILY_LIMIT_CENTS) return 'limit_exceeded';
  partner.reservedCents[user] = reserved;
  partner.deposits[externalId] = { amountCents, user, status: 'pending' };
  return 'done';
};

/** A failed or canceled withdrawal counts until the model settles. */
const withdraw = (partner: PartnerModel, externalId: number, amountCents: number): Answer => {
  const known = partner.withdrawals[externalId];
  if (known !== undefined)
    return known.amountCents === amountCents ? 'done' : 'external_id_already_exists';
  if (amountCents > TRANSACTION_LIMIT_CENTS) return 'limit_exceeded';
  if (amountCents <= FEE_CENTS) return 'amount_invalid';
  const user = userOf(externalId);
  const withdrawn = (partner.withdrawnCents[user] ?? 0) + amountCents;
  if (withdrawn > CASH_CENTS) return 'insufficient_withdrawable_cash';
  partner.withdrawnCents[user] = withdrawn;
  partner.withdrawals[externalId] = { amountCents, user, status: 'pending' };
  return 'done';
};

/** Everything that was begun has come to its end. */
export const settled = (model: Model): Model => {
  const next = structuredClone(model);
  for (const partner of next) {
    const open = partner.periods.at(-1)!;
    for (const each of Object.values(partner.deposits)) settleDeposit(partner, open, each);
    for (const each of Object.values(partner.withdrawals)) settleWithdrawal(partner, open, each);
    for (const order of Object.values(partner.orders))
      if (order.status === 'pending') order.status = ENDS[order.symbol];
      else if (order.status === 'canceling') order.status = 'canceled';
  }
  return next;
};

const ENDS = { FILL: 'filled', REJECT: 'rejected', WAIT: 'accepted' } as const;

const settleDeposit = (partner: PartnerModel, open: Period, deposit: Deposit): void => {
  const { amountCents, user, status } = deposit;
  if (status === 'taken back') {
    deposit.status = 'reversed';
    open.adjustmentCents -= amountCents;
  }
  if (status !== 'pending') return;
  deposit.status = (amountCents - FEE_CENTS) % 100 === REJECTED_CENTS ? 'failed' : 'completed';
  if (deposit.status === 'failed') {
    partner.reservedCents[user] = (partner.reservedCents[user] ?? 0) - amountCents;
    return;
  }
  open.count += 1;
  open.grossCents += amountCents;
  open.feeCents += FEE_CENTS;
};

const settleWithdrawal = (partner: PartnerModel, open: Period, withdrawal: Deposit): void => {
  const { amountCents, user, status } = withdrawal;
  const end = (to: string) => {
    withdrawal.status = to;
    partner.withdrawnCents[user] = (partner.withdrawnCents[user] ?? 0) - amountCents;
  };
  if (status === 'giving up') end('canceled');
  if (status === 'taken back') {
    end('reversed');
    open.adjustmentCents += amountCents - FEE_CENTS;
  }
  if (status !== 'pending') return;
  if (amountCents % 100 === REJECTED_CENTS) {
    end('failed');
    return;
  }
  withdrawal.status = 'completed';
  open.withdrawnCount += 1;
  open.withdrawnCents += amountCents;
};
