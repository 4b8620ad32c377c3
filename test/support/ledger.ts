import type { Json, PartnerClient, Service } from './service.js';

export type Ledger = {
  readonly accounts: readonly {
    readonly id: string;
    readonly externalId: string;
    readonly status: string;
  }[];
  readonly journals: readonly {
    readonly idempotencyKey: string;
    readonly amount: string;
    readonly status: string;
  }[];
  /** Cash by account id. */
  readonly balances: Readonly<Record<string, string>>;
  readonly orders: readonly { readonly clientOrderId: string; readonly status: string }[];
};

export const ledgerOf = async (service: Service): Promise<Ledger> =>
  (await service.control('GET', '/ledger')).body as unknown as Ledger;

/** Returns the broker's id of a user's account. */
export const accountOfUser = async (service: Service, userId: string): Promise<string> => {
  const { accounts } = await ledgerOf(service);
  const account = accounts.find(({ externalId }) => externalId === userId);
  if (account === undefined) throw new Error(`the broker does not have an account of ${userId}`);
  return account.id;
};

export const executedCents = ({ journals }: Ledger): bigint =>
  journals
    .filter(({ status }) => status === 'executed')
    .reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);

/** Totals of the open period, which includes every earlier write. The list may be behind. */
export const grossCents = async (client: PartnerClient): Promise<bigint> => {
  const listed = await client.until('/v1/settlements', (body) => newestOf(body) !== undefined);
  const { body } = await client.get(`/v1/settlements/${newestOf(listed)?.id}`);
  return BigInt(String(body['gross']).replace('.', ''));
};

const newestOf = ({ settlements }: Json): { readonly id: string } | undefined =>
  (settlements as { readonly id: string }[])[0];
