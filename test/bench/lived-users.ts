import { randomUUID } from 'node:crypto';
import type { PartnerClient } from '../support/service.js';
import type { Stage } from './fixture.js';

const DEPOSITS = ['500.00', '0.13', '20.00'];
const SYMBOLS = ['AAPL', 'PART', 'HALT'];

/** Has the stage's users do what users do, each to its end: deposits, good and bad, and orders. */
export const livedUsers = async ({ client, userIds }: Stage): Promise<void> => {
  for (const userId of userIds) {
    const deposits = DEPOSITS.map((amount) => ({ userId, direction: 'DEPOSIT', amount }));
    await allTo(client, '/v1/funding', deposits, ['completed', 'failed']);
    const orders = SYMBOLS.map((symbol) => ({ userId, symbol, amount: 5, side: 'buy' }));
    await allTo(client, '/v1/orders', orders, ['filled', 'rejected']);
  }
};

const allTo = (
  client: PartnerClient,
  path: string,
  bodies: readonly object[],
  ends: readonly string[],
): Promise<unknown> =>
  Promise.all(
    bodies.map(async (body) => {
      const { body: made } = await client.post(path, { ...body, externalId: randomUUID() });
      const isThere = ({ status }: { status?: unknown }) => ends.includes(String(status));
      await client.until(`${path}/${String(made['id'])}`, isThere);
    }),
  );
