import { expect, it } from '@jest/globals';
import { deterministicId } from '#platform/core/ids.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { depositWay } from './deposit-way.js';

const log = new InMemoryEventLog();
const append = (
  stream: string,
  at: string,
  ...events: readonly (readonly [type: string, depositId: string, at?: string])[]
) =>
  log.append(
    stream,
    'no_stream',
    events.map(([type, depositId, saidAt = at], i) => ({
      id: deterministicId('event', stream, `${i}`),
      type,
      data: { depositId, userId: 'u-1', at: saidAt },
      metadata: { partnerId: 'p', correlationId: 'r', causationId: 'r', actor: 'test', at },
    })),
  );

it('tells a deposit with its place in the daily limit, in the order of the log', async () => {
  const reserved = ['DailyFundingReserved', 'd-1'] as const;
  const others = ['DailyFundingReserved', 'd-2'] as const;
  await append('dailyFunding-u-1-2026-03-15', '2026-03-15T23:59:59.999Z', others, reserved);
  await append('deposit-d-1', '2026-03-16T00:00:00.001Z', ['DepositRequested', 'd-1']);
  const types = (await depositWay(log, 'd-1')).map(({ type }) => type);
  expect(types).toEqual(['DailyFundingReserved', 'DepositRequested']);
});

it('tells its place in the daily limit, also where it was made of that days later', async () => {
  const at = '2026-03-11T23:59:59.999Z';
  await append('dailyFunding-u-1-2026-03-11', at, ['DailyFundingReserved', 'd-3']);
  await append('deposit-d-3', '2026-03-16T09:00:00.000Z', ['DepositRequested', 'd-3', at]);
  const types = (await depositWay(log, 'd-3')).map(({ type }) => type);
  expect(types).toEqual(['DailyFundingReserved', 'DepositRequested']);
});

it('tells nothing of what there is not', async () =>
  expect(await depositWay(log, 'd-9')).toEqual([]));
