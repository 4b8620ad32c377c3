import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';
import { wipe } from './redis.js';
import { restart } from './processes.js';

const AT_ONCE = 50;

/** F15: one request many times. The record reports responses that differ. */
export const repeated: Fault = {
  id: 'F15',
  title: 'the same externalId fifty times at once, again after FLUSHALL and a restart',
  alone: true,
  run: async (harness, size) => {
    const rounds = size === 'full' ? 20 : 1;
    for (let round = 0; round < rounds; round++) {
      const { server, userId } = harness.load.customer(harness.random);
      const externalId = harness.load.name('same');
      const about = { partnerId: server.partnerId, externalId };
      const deposit = { userId, direction: 'DEPOSIT', amount: '12.34', externalId };
      const order = { userId, symbol: 'AAPL', amount: 5, side: 'buy', externalId };
      const fifty = () =>
        Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            await server.ask({ kind: 'deposit', ...about }, '/v1/funding', deposit);
            await server.ask({ kind: 'order', ...about }, '/v1/orders', order);
          }),
        );
      await fifty();
      await wipe(harness);
      await fifty();
      await restart(harness, 'api');
      await fifty();
    }
    return `${rounds * 3 * AT_ONCE} deposits and as many orders asked for`;
  },
};

/** F16: all requests concern the same aggregate. */
export const crowd: Fault = {
  id: 'F16',
  title: 'one hundred deposits at once on one user’s daily limit',
  alone: true,
  run: async (harness, size) => {
    const rounds = size === 'full' ? 20 : 2;
    for (let round = 0; round < rounds; round++) await hundred(harness);
    return `${rounds} times; answered within ${harness.record.quantileMs(0.99)} ms (p99)`;
  },
};

const hundred = async (harness: FaultHarness): Promise<void> => {
  const { server, userId } = harness.load.customer(harness.random);
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const externalId = harness.load.name('crowd');
      const body = { userId, direction: 'DEPOSIT', amount: '1.00', externalId };
      const asked = { kind: 'deposit', partnerId: server.partnerId, externalId } as const;
      const { status } = await server.ask(asked, '/v1/funding', body);
      if (status !== 201 && status !== 200) harness.record.complain(`${externalId}: ${status}`);
    }),
  );
};

/** F24: reads during a rebuild of all read models. */
export const rebuiltWhileWriting: Fault = {
  id: 'F24',
  title: 'rebuild of all read models while deposits complete',
  run: async (harness, size) => {
    const rounds = size === 'full' ? 10 : 1;
    const reading = new AbortController();
    const reader = readTotals(harness, reading.signal);
    for (let round = 0; round < rounds; round++) {
      const { code, stderr } = await harness.service.ops('rebuild');
      if (code !== 0) harness.record.complain(`rebuild: ${stderr}`);
    }
    reading.abort();
    return `${rounds} rebuilds, totals read ${await reader} times`;
  },
};

/** Reads the totals of an open period, which may only grow. */
const readTotals = async (harness: FaultHarness, signal: AbortSignal): Promise<number> => {
  const [server] = harness.load.servers;
  let reads = 0;
  let before = 0;
  while (server !== undefined && !signal.aborted) {
    const { body } = await server.send('GET', '/v1/settlements');
    const [open] = body['settlements'] as { id: string; count: number }[];
    if (open === undefined || open.count < before)
      harness.record.complain(`totals ran backwards: ${before}, then ${open?.count}`);
    before = open?.count ?? before;
    reads += 1;
    await sleep(10);
  }
  return reads;
};
