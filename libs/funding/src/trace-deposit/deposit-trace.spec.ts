import { expect, it } from '@jest/globals';
import { deterministicId } from '#kernel/ids.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { traceDeposit } from './deposit-trace.js';

const log = new InMemoryEventLog();
const append = (
  stream: string,
  at: string,
  ...events: readonly (readonly [
    type: string,
    depositId: string,
    at?: string,
    direction?: string,
  ])[]
) =>
  log.append(
    stream,
    'no_stream',
    events.map(([type, depositId, saidAt = at, direction = 'DEPOSIT'], i) => ({
      id: deterministicId('event', stream, `${i}`),
      type,
      data: { direction, depositId, userId: 'u-1', at: saidAt },
      metadata: { partnerId: 'p', correlationId: 'r', causationId: 'r', actor: 'test', at },
    })),
  );

it('returns a deposit with its reservation, in log order', async () => {
  const reserved = ['DailyFundingReserved', 'd-1'] as const;
  const others = ['DailyFundingReserved', 'd-2'] as const;
  await append('dailyFunding-u-1-2026-03-15', '2026-03-15T23:59:59.999Z', others, reserved);
  await append('deposit-d-1', '2026-03-16T00:00:00.001Z', ['DepositRequested', 'd-1']);
  const types = (await traceDeposit(log, 'd-1')).map(({ type }) => type);
  expect(types).toEqual(['DailyFundingReserved', 'DepositRequested']);
});

it('returns the reservation of a deposit that was created days later', async () => {
  const at = '2026-03-11T23:59:59.999Z';
  await append('dailyFunding-u-1-2026-03-11', at, ['DailyFundingReserved', 'd-3']);
  await append('deposit-d-3', '2026-03-16T09:00:00.000Z', ['DepositRequested', 'd-3', at]);
  const types = (await traceDeposit(log, 'd-3')).map(({ type }) => type);
  expect(types).toEqual(['DailyFundingReserved', 'DepositRequested']);
});

it('returns a withdrawal with its reservation, and no other of the user', async () => {
  const at = '2026-03-16T12:00:00.000Z';
  const [others, mine] = [
    ['WithdrawalReserved', 'w-1'] as const,
    ['WithdrawalReserved', 'w-2'] as const,
  ];
  await append('withdrawalReservations-u-1', at, others, mine, [
    'WithdrawalReservationEnded',
    'w-2',
  ]);
  await append('deposit-w-2', at, ['DepositRequested', 'w-2', at, 'WITHDRAWAL']);
  const types = (await traceDeposit(log, 'w-2')).map(({ type }) => type);
  expect(types).toEqual(['WithdrawalReserved', 'WithdrawalReservationEnded', 'DepositRequested']);
});

it('returns no events if the deposit does not exist', async () =>
  expect(await traceDeposit(log, 'd-9')).toEqual([]));
