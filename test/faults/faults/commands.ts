import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';
import { wipe } from './redis.js';
import { restart } from './processes.js';

const AT_ONCE = 50;

/** F15: one request, many times; the record complains when two answers differ. */
export const repeated: Fault = {
  id: 'F15',
  title: 'the same externalId fifty times at once, again after FLUSHALL and a restart',
  alone: true,
  run: async (rig, size) => {
    const rounds = size === 'full' ? 20 : 1;
    for (let round = 0; round < rounds; round++) {
      const { server, userId } = rig.load.customer(rig.random);
      const externalId = rig.load.name('same');
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
      await wipe(rig);
      await fifty();
      await restart(rig, 'api');
      await fifty();
    }
    return `${rounds * 3 * AT_ONCE} deposits and as many orders asked for`;
  },
};

/** F16: everybody wants the same aggregate. */
export const crowd: Fault = {
  id: 'F16',
  title: 'one hundred deposits at once on one user’s daily limit',
  alone: true,
  run: async (rig, size) => {
    const rounds = size === 'full' ? 20 : 2;
    for (let round = 0; round < rounds; round++) await hundred(rig);
    return `${rounds} times; answered within ${rig.record.quantileMs(0.99)} ms (p99)`;
  },
};

const hundred = async (rig: FaultHarness): Promise<void> => {
  const { server, userId } = rig.load.customer(rig.random);
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const externalId = rig.load.name('crowd');
      const body = { userId, direction: 'DEPOSIT', amount: '1.00', externalId };
      const asked = { kind: 'deposit', partnerId: server.partnerId, externalId } as const;
      const { status } = await server.ask(asked, '/v1/funding', body);
      if (status !== 201 && status !== 200) rig.record.complain(`${externalId}: ${status}`);
    }),
  );
};

/** F24: readers while everything is built anew beside what they read. */
export const rebuiltWhileWriting: Fault = {
  id: 'F24',
  title: 'rebuild of all read models while deposits complete',
  run: async (rig, size) => {
    const rounds = size === 'full' ? 10 : 1;
    const reading = new AbortController();
    const reader = readTotals(rig, reading.signal);
    for (let round = 0; round < rounds; round++) {
      const { code, stderr } = await rig.service.ops('rebuild');
      if (code !== 0) rig.record.complain(`rebuild: ${stderr}`);
    }
    reading.abort();
    return `${rounds} rebuilds, totals read ${await reader} times`;
  },
};

/** Totals of a period that is open may only grow. */
const readTotals = async (rig: FaultHarness, signal: AbortSignal): Promise<number> => {
  const [server] = rig.load.servers;
  let reads = 0;
  let before = 0;
  while (server !== undefined && !signal.aborted) {
    const { body } = await server.send('GET', '/v1/settlements');
    const [open] = body['settlements'] as { id: string; count: number }[];
    if (open === undefined || open.count < before)
      rig.record.complain(`totals ran backwards: ${before}, then ${open?.count}`);
    before = open?.count ?? before;
    reads += 1;
    await sleep(10);
  }
  return reads;
};
