import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { deposits } from '#funding/deposit/deposit.state.js';
import { registeredDeposits } from '#funding/funding.projector.js';
import { orders } from '#orders/order/order.state.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { registeredPeriods } from '#settlement/settlement.projector.js';
import {
  dailyFunding,
  dailyFundingId,
} from '../../../libs/funding/src/daily-funding/daily-funding.state.js';
import { depositDay } from '../../../libs/funding/src/deposit/deposit.state.js';
import {
  heldCents,
  withdrawalReservations,
} from '../../../libs/funding/src/withdrawal-reservations/withdrawal-reservations.state.js';
import { MemoryReads } from '../../support/memory-reads.js';
import type { Ledgers } from './process.js';
import type { Platform } from './platform.js';

/** What a partner could see of it all, in the words of the reference. */
export const seenOf = async (platform: Platform) => {
  const seen = [];
  for (const ledgers of platform.partners) seen.push(await ofPartner(platform, ledgers));
  return seen;
};

type Named = { readonly externalId: string };
type Registered = { readonly externalId: string | null; readonly email: string };

const ofPartner = async ({ log }: Platform, { session, userIds }: Ledgers) => {
  const { store, partnerId } = session;
  const mine = log.everything.filter(({ metadata }) => metadata.partnerId === partnerId);
  const dataOf = <Data>(type: string) =>
    mine.filter((event) => event.type === type).map(({ data }) => data as Data);
  const users: Record<string, number> = {};
  for (const { externalId, email } of dataOf<Registered>('UserRegistered'))
    if (externalId !== null) users[externalId.slice(2)] = Number.parseInt(email, 10);
  const statuses: Record<string, string> = {};
  for (const { depositId, externalId } of dataOf<Named & { depositId: string }>('DepositRequested'))
    statuses[externalId] = (await store.load(deposits, depositId)).status;
  for (const { orderId, externalId } of dataOf<Named & { orderId: string }>('OrderRequested')) {
    const order = await store.load(orders, orderId);
    const isThere = order.status !== 'absent' && order.brokerOrderId !== null;
    const isOver = ['filled', 'canceled'].includes(order.status);
    statuses[externalId] = isThere && !isOver ? 'accepted' : order.status;
  }
  const [reserved, held]: [string[], string[]] = [[], []];
  for (const userId of userIds) {
    const day = dailyFundingId(userId, depositDay(new Date().toISOString()));
    reserved.push(`${(await store.load(dailyFunding, day)).reservedCents}`);
    held.push(`${heldCents(await store.load(withdrawalReservations, userId))}`);
  }
  const periods = await periodsOf(partnerId, mine);
  return { users, statuses: inOrder(statuses), reserved, held, periods };
};

const periodsOf = async (partnerId: string, events: readonly RecordedEvent[]) => {
  const reads = await MemoryReads.open([registeredPeriods, registeredDeposits]);
  await reads.take(...events);
  const page = { offset: 0, limit: 1_000 };
  const reader = new SettlementReader(reads.rows, { afterWrites: () => Promise.resolve() });
  const { settlements } = await reader.list(partnerId, page);
  await reads.close();
  return settlements
    .reverse()
    .map(({ count, gross, fees, adjustments, withdrawals }) =>
      [count, gross, fees, adjustments, withdrawals.count, withdrawals.gross].join(' '),
    );
};

export const inOrder = <Value>(things: Readonly<Record<string, Value>>) =>
  Object.fromEntries(Object.entries(things).sort(([a], [b]) => (a < b ? -1 : 1)));
