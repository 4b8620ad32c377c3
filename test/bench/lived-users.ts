import { randomUUID } from 'node:crypto';
import type { Stage } from './stage.js';

const DEPOSITS = ['500.00', '0.13', '20.00'];
const SYMBOLS = ['AAPL', 'PART', 'HALT'];

/** Has the stage's users do what users do, each to its end: deposits, good and bad, and orders. */
export const livedUsers = async ({ client, userIds }: Stage): Promise<void> => {
  for (const userId of userIds) {
    for (const amount of DEPOSITS) {
      const body = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
      const { body: made } = await client.post('/v1/funding', body);
      await client.until(`/v1/funding/${String(made['id'])}`, ({ status }) =>
        ['completed', 'failed'].includes(String(status)),
      );
    }
    for (const symbol of SYMBOLS) {
      const body = { userId, symbol, amount: 5, side: 'buy', externalId: randomUUID() };
      const { body: made } = await client.post('/v1/orders', body);
      await client.until(`/v1/orders/${String(made['id'])}`, ({ status }) =>
        ['filled', 'rejected'].includes(String(status)),
      );
    }
  }
};
