import { deterministicId } from '#platform/core/ids.js';
import { SqliteEventLog } from '#platform/event-store/sqlite-event-log.js';
import { books, firstPeriod } from '../../../libs/settlement/src/book/book.state.js';
import { cutOff } from '../../../libs/settlement/src/book/period.decide.js';
import { type Event, type LivedUser, depositLife, orderLife, userLife } from '../console/lives.js';
import { LogWriter } from '../console/log-writer.js';

export type Size = { readonly partners: number; readonly events: number };

const BORN_MS = Date.parse('2026-03-02T09:00:00.000Z');
const DEPOSITS = 6;
/** From registration over six deposits and as many orders. */
const EVENTS_OF_USER = 64;

/**
 * Users, deposits, orders and a cut-off of many partners, in a log of its own where the events of
 * all partners take turns. Answers how many there are.
 */
export const writePartners = async (file: string, { partners, events }: Size): Promise<number> => {
  await SqliteEventLog.open(file).close();
  const log = new LogWriter(file);
  const users = Math.max(1, Math.round(events / partners / EVENTS_OF_USER));
  let lives = Array.from({ length: partners }, (_, n) => ({
    partnerId: partnerIdOf(n),
    events: partnerLife(n, users),
  }));
  while (lives.length > 0)
    lives = lives.filter((life) => {
      const { done, value } = life.events.next();
      if (done !== true) log.add(life.partnerId, [value]);
      return done !== true;
    });
  return log.close();
};

export const partnerIdOf = (n: number): string => deterministicId('shards', 'partner', `${n}`);

function* partnerLife(partner: number, users: number): Generator<Event, void> {
  const partnerId = partnerIdOf(partner);
  const at = new Date(BORN_MS).toISOString();
  const data = { partnerId, name: `Partner ${partner}`, at };
  yield { stream: `partner-${partnerId}`, revision: 0, type: 'PartnerCreated', data, at };
  for (let n = 0; n < users; n++) {
    const user = userOf(partner, n);
    yield* userLife(user, partnerId, new Date(BORN_MS + n).toISOString());
    for (let k = 0; k < DEPOSITS; k++) {
      if (n === Math.floor(users / 2) && k === DEPOSITS / 2) yield cutOffOf(partnerId, at);
      const [externalId, atMs] = [`${n}-${k}`, BORN_MS + 1_000 * (n + k)];
      const ids = {
        depositId: idOf(partner, 'deposit', n, k),
        journalId: idOf(partner, 'j', n, k),
      };
      const amountCents = 1_000 + 7 * n + k;
      const deposit = { ...ids, externalId, amountCents, atMs, before: k };
      yield* depositLife(deposit, user, partnerId);
      yield* orderLife(externalId, atMs, user, partnerId);
    }
  }
}

const userOf = (partner: number, n: number): LivedUser => ({
  userId: idOf(partner, 'user', n),
  accountId: idOf(partner, 'account', n),
  email: `user-${n}@partner-${partner}.example`,
  externalId: `customer-${n}`,
  accountNumber: `${partner}-${n}`,
});

const idOf = (...parts: readonly (string | number)[]): string =>
  deterministicId('shards', ...parts.map(String));

const cutOffOf = (partnerId: string, at: string): Event => {
  const open = firstPeriod(partnerId, at);
  const book = { ...books.initial, partnerId, open };
  const [event] = cutOff('schedule', new Date(open.cutOffAt))(book);
  if (event?.type !== 'SettlementCutOffReached') throw new Error('the period did not end');
  const { type, data } = event;
  return { stream: `settlement-${partnerId}`, revision: 0, type, data, at: data.at };
};
