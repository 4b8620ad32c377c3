import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { configurePartner } from '../../support/configure-partner.js';
import { accountOfUser, ledgerOf } from '../../support/ledger.js';
import { LONG, longIt } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, attentionList, reconciled } from '../../support/reconciled.js';
import { eventually } from '../../support/sandbox.js';
import type { Json } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { type Started, startedOnLoan } from '../../support/started-service.js';

const FIRM = '00000000-0000-4000-8000-00000000f1f1';

let started: Started;
let operator: StaffClient;

beforeAll(async () => {
  started = await startedOnLoan();
  operator = await StaffClient.ofDemo(started.service, 'operator');
  await configurePartner(started, '--withdrawals', 'enabled');
});

afterEach(() => started.service.noFaults());
afterAll(() => started.service.stop());

const move = async (userId: string, direction: string, amount: string): Promise<string> => {
  const body = { userId, direction, amount, externalId: randomUUID() };
  const { status, body: made } = await started.client.post('/v1/funding', body);
  expect({ status, made }).toMatchObject({ status: 201 });
  return String(made['id']);
};
const until = (id: string, isSo: (body: Json) => boolean) =>
  started.client.until(`/v1/funding/${id}`, isSo);
const becomes = (id: string, wanted: string) => until(id, ({ status }) => status === wanted);

/** Creates a user with this cash. */
const holder = async (amount: string) => {
  const { service, client } = started;
  const userId = await onboardedUser(service, client);
  await becomes(await move(userId, 'DEPOSIT', amount), 'completed');
  return { userId, accountId: await accountOfUser(service, userId) };
};
const withdrawn = async (amount: string) => {
  const of = await holder(amount);
  const id = await move(of.userId, 'WITHDRAWAL', amount);
  await becomes(id, 'completed');
  const [journal] = await journalsOf(id);
  return { ...of, id, journalId: String(journal?.['id']) };
};
const journalsOf = async (id: string) => {
  const { journals } = await ledgerOf(started.service);
  return journals.filter(({ idempotencyKey }) => idempotencyKey === id) as unknown as Json[];
};
const control = async (path: string, body: Json): Promise<Json> => {
  const answer = await started.service.control('POST', path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const happens = (journal: string, outcome: Json) => control(`/journals/${journal}`, outcome);
const cashOf = async (accountId: string) => (await ledgerOf(started.service)).balances[accountId];
const agrees = async () => expect(await reconciled(started.service)).toMatchObject(AGREES);
const sentOnce = async (id: string) => {
  expect(await journalsOf(id)).toHaveLength(1);
  expect((await started.service.control('GET', '/repeats')).body).toEqual({ repeats: [] });
};

/** The open period's lines of a transaction. */
const booked = async (id: string, lineCount: number) => {
  const { client } = started;
  const { body } = await client.get('/v1/settlements');
  const periodId = String((body['settlements'] as Json[])[0]?.['id']);
  const linesIn = (page: Json) =>
    (page['lines'] as Json[]).filter(({ transactionId }) => transactionId === id);
  const page = await client.until(
    `/v1/settlements/${periodId}/statement?limit=1000`,
    (found) => linesIn(found).length === lineCount,
  );
  return linesIn(page).map(({ type, gross, due }) => [type, gross, due].join(' '));
};

describe('a withdrawal whose response is lost', () => {
  const modes = ['status:404', 'status:500', 'html-200', 'hang', 'reset'];
  it.each(LONG ? [...modes, 'status:400', 'status:422'] : modes)(
    'is found and completed once: %s',
    async (mode) => {
      const { userId, accountId } = await holder('20.00');
      await started.service.fault('broker', 'POST /v1/journals', `execute-then-${mode}`);
      const id = await move(userId, 'WITHDRAWAL', '20.00');
      expect(await becomes(id, 'completed')).toMatchObject({ statusReason: '' });
      await sentOnce(id);
      expect(await cashOf(accountId)).toBe('0.00');
      await agrees();
    },
  );

  it('and that the broker did not receive is sent again under its key', async () => {
    const { userId, accountId } = await holder('21.00');
    await started.service.fault('broker', 'POST /v1/journals', 'status:429', 2);
    const id = await move(userId, 'WITHDRAWAL', '21.00');
    await becomes(id, 'completed');
    await sentOnce(id);
    expect(await cashOf(accountId)).toBe('0.00');
  });
});

/** A withdrawal that the broker rejects and executes later. */
const executedLate = async () => {
  const { userId, accountId } = await holder('22.00');
  await started.service.fault('broker', 'POST /v1/journals', 'status:400');
  const id = await move(userId, 'WITHDRAWAL', '22.00');
  expect(await becomes(id, 'failed')).toMatchObject({ completedAt: null });
  expect(await journalsOf(id)).toEqual([]);
  await control('/journals', { from: accountId, to: FIRM, amount: '22.00', description: id });
  return id;
};
/** An operator closes the entry of a withdrawal that was completed late. */
const review = async (id: string) => {
  const entry = { id: `adjust-deposit/${id}`, reason: 'The partner knows' };
  const isClosed = async () =>
    (await operator.post('/staff/attention/close', entry)).status === 200;
  await eventually(isClosed);
};

describe('a withdrawal that the broker rejects in its own format', () => {
  it('is completed when the broker executes it later, and needs attention', async () => {
    const id = await executedLate();
    expect(await becomes(id, 'completed')).toMatchObject({ statusReason: '' });
    expect(await booked(id, 1)).toEqual(['withdrawal 22.00 -22.00']);
    const entry = async () =>
      (await attentionList(started.service)).find(({ subjectId }) => subjectId === id);
    await eventually(async () => (await entry()) !== undefined);
    expect(await entry()).toMatchObject({ id: `adjust-deposit/${id}`, amount: '22.00' });
    await review(id);
    await agrees();
  });
});

describe('a withdrawal whose money a journal returns', () => {
  type Named = (of: { readonly id: string; readonly journalId: string }) => string;
  const NAMES: readonly (readonly [string, Named])[] = [
    ['the withdrawal', ({ id }) => `Reversal of ${id}`],
    ['its journal', ({ journalId }) => journalId],
  ];
  const returns = (of: Awaited<ReturnType<typeof withdrawn>>, named: Named) =>
    happens(of.id, { outcome: 'mirror', description: named(of) });
  const isReturned = async ({ id, accountId }: { id: string; accountId: string }) => {
    await becomes(id, 'reversed');
    expect(await booked(id, 2)).toEqual(['withdrawal 30.00 -30.00', 'adjustment -30.00 30.00']);
    expect(await cashOf(accountId)).toBe('30.00');
  };

  it.each(NAMES)('is reversed: the journal names %s', async (_, named) => {
    const of = await withdrawn('30.00');
    await returns(of, named);
    await isReturned(of);
    await agrees();
  });

  it('is reversed by a poll if the message is lost, like a late execution', async () => {
    const some = [await withdrawn('30.00'), await withdrawn('30.00')];
    await started.service.fault('broker', 'EVENT journals', 'drop', 100);
    for (const [n, [, named]] of NAMES.entries()) await returns(some[n] as never, named);
    const late = await executedLate();
    for (const of of some) await isReturned(of);
    await becomes(late, 'completed');
    await review(late);
    await agrees();
  });

  it('in part keeps the rest, and is reversed by the second part', async () => {
    const { id, accountId } = await withdrawn('31.00');
    await happens(id, { outcome: 'mirror', amount: '11.00' });
    const reason = 'The broker changed the withdrawal: 20.00 of it left the account';
    const shown = await until(id, ({ statusReason }) => statusReason === reason);
    expect(shown).toMatchObject({ status: 'completed' });
    expect(await booked(id, 2)).toEqual(['withdrawal 31.00 -31.00', 'adjustment -11.00 11.00']);
    await happens(id, { outcome: 'mirror', amount: '20.00' });
    await becomes(id, 'reversed');
    expect((await booked(id, 3)).at(-1)).toBe('adjustment -20.00 20.00');
    expect(await cashOf(accountId)).toBe('31.00');
    await agrees();
  });

  it('without a name is a difference until an operator assigns the journal', async () => {
    const { id, accountId } = await withdrawn('32.00');
    const mirror = await happens(id, { outcome: 'mirror', description: 'Returned, ticket 7' });
    const journalId = String(mirror['id']);
    const { code, differences } = await reconciled(started.service);
    expect({ code, differences }).toMatchObject({
      code: 1,
      differences: [{ kind: 'journal_unassigned', journalId, accountId }],
    });
    const match = { journalId, reason: 'The support of the broker says so' };
    for (const _ of ['once', 'again'])
      expect(await operator.post(`/staff/deposits/${id}/journals`, match)).toMatchObject({
        ...{ status: 200, body: { depositId: id, status: 'reversed', credited: '0.00' } },
      });
    expect((await booked(id, 2)).at(-1)).toBe('adjustment -32.00 32.00');
    await agrees();
    await happens(journalId, { outcome: 'reverse' });
    await becomes(id, 'completed');
    expect((await booked(id, 3)).at(-1)).toBe('adjustment 32.00 -32.00');
    expect(await cashOf(accountId)).toBe('0.00');
    await agrees();
  });

  longIt('between two polls is completed and reversed', async () => {
    const { service } = started;
    const { userId } = await holder('33.00');
    await service.fault('broker', 'POST /v1/journals', 'execute-then-hang');
    const id = await move(userId, 'WITHDRAWAL', '33.00');
    await eventually(async () => (await journalsOf(id)).length > 0);
    process.kill(service.pid('worker'), 'SIGSTOP');
    try {
      while ((await journalsOf(id))[0]?.['status'] !== 'executed') await sleep(10);
      await happens(id, { outcome: 'reverse' });
    } finally {
      process.kill(service.pid('worker'), 'SIGCONT');
    }
    await becomes(id, 'reversed');
    expect(await booked(id, 2)).toEqual(['withdrawal 33.00 -33.00', 'adjustment -33.00 33.00']);
    await agrees();
  });
});

describe('a withdrawal that another journal corrects', () => {
  it('to less: the ledger has the corrected amount', async () => {
    const { id, accountId } = await withdrawn('40.00');
    await happens(id, { outcome: 'correct', amount: '25.00' });
    await until(id, ({ statusReason }) => String(statusReason).includes('25.00'));
    expect(await booked(id, 2)).toEqual(['withdrawal 40.00 -40.00', 'adjustment -15.00 15.00']);
    expect(await cashOf(accountId)).toBe('15.00');
    await agrees();
  });

  it('to more: the ledger keeps the requested amount, and an operator adjusts the rest', async () => {
    const { id, accountId } = await withdrawn('41.00');
    await happens(id, { outcome: 'correct', amount: '50.50' });
    await eventually(async () => (await cashOf(accountId)) === '-9.50');
    const difference = async () => (await reconciled(started.service)).differences[0];
    // The journal's id is optional, because the log knows all journals of the withdrawal.
    await eventually(async () => (await difference())?.['journalId'] === null);
    const surplus = { kind: 'deposit_amount', depositId: id, amountCents: '950' };
    expect(await difference()).toMatchObject(surplus);
    const body = { amount: '-9.50', reason: 'The firm returns the surplus' };
    for (const _ of ['once', 'again'])
      expect(await operator.post(`/staff/deposits/${id}/adjustments`, body)).toMatchObject({
        ...{ status: 200, body: { status: 'completed', credited: '41.00' } },
      });
    await eventually(async () => (await reconciled(started.service)).code === 0);
    expect(await booked(id, 1)).toEqual(['withdrawal 41.00 -41.00']);
  });
});

describe('a journal of a withdrawal that shows', () => {
  const differing: [string, Json][] = [
    ['another account', { from: randomUUID() }],
    ['another currency', { currency: 'EUR' }],
  ];
  it.each(LONG ? differing : differing.slice(0, 1))(
    '%s is not booked, and is a difference',
    async (_, shown) => {
      const { service, client } = started;
      const { userId, accountId } = await holder('42.00');
      await control('/journal-limits', { perTransaction: '0.01' });
      const id = await move(userId, 'WITHDRAWAL', '42.00');
      await until(id, ({ statusReason }) => statusReason !== '');
      await control('/journal-limits', {});
      await happens(id, { outcome: 'show', ...shown });
      await happens(id, { outcome: 'execute' });
      await eventually(async () =>
        (await attentionList(service)).some(({ subjectId }) => subjectId === id),
      );
      expect(await reconciled(service)).toMatchObject({ code: 1 });
      const path = `/v1/funding/${id}`;
      expect((await client.get(path)).body).toMatchObject({ status: 'processing' });
      await happens(id, { outcome: 'show' });
      const { code } = await service.ops('attention', 'retry', '--id', `credit-deposit/${id}`);
      expect(code).toBe(0);
      await becomes(id, 'completed');
      expect(await cashOf(accountId)).toBe('0.00');
      await sentOnce(id);
      await eventually(async () => (await reconciled(service)).code === 0);
    },
  );

  it('another amount is a difference', async () => {
    const { id } = await withdrawn('43.00');
    await happens(id, { outcome: 'amount', amount: '43.01' });
    const what = 'completed with 43.00 in the ledger, 43.01 at the broker';
    expect(await reconciled(started.service)).toMatchObject({
      code: 1,
      differences: [{ what: expect.stringContaining(what) }],
    });
    expect(await booked(id, 1)).toEqual(['withdrawal 43.00 -43.00']);
    await happens(id, { outcome: 'amount', amount: '43.00' });
    await agrees();
  });
});

describe('a withdrawal that the broker holds', () => {
  it.each([
    ['execute', 'completed', '0.00'],
    ['reject', 'failed', '50.01'],
  ])('is processing with the reason, and ends: %s', async (outcome, status, cash) => {
    const { userId, accountId } = await holder('50.01');
    await control('/journal-limits', { perTransaction: '50.00' });
    const id = await move(userId, 'WITHDRAWAL', '50.01');
    const isHeld = ({ statusReason }: Json) => /approve the transfer/.test(String(statusReason));
    expect(await until(id, isHeld)).toMatchObject({ status: 'processing', completedAt: null });
    await control('/journal-limits', {});
    await happens(id, { outcome });
    await becomes(id, status);
    expect(await cashOf(accountId)).toBe(cash);
    await agrees();
  });
});

it('third-party journals to the firm are notices and cannot stop a withdrawal', async () => {
  const from = randomUUID();
  const before = (await reconciled(started.service)).foreign.length;
  const others = [
    { amount: '12.3456', description: 'Wire fee: March', status: 'canceled' },
    { amount: '0.0001', description: 'x'.repeat(1_000), status: 'executed' },
    { amount: '1.00', description: randomUUID(), status: 'executed' },
    { amount: '1.00', description: '', status: 'a word nobody knows' },
  ];
  for (const journal of others) await control('/journals', { from, to: FIRM, ...journal });
  await withdrawn('51.00');
  const { code, foreign } = await reconciled(started.service);
  expect({ code, notices: foreign.length - before }).toEqual({ code: 0, notices: others.length });
});

it('a replay of the broker’s events leaves ended withdrawals as they are', async () => {
  const { id: completed } = await withdrawn('52.00');
  const { id: reversed } = await withdrawn('53.00');
  await happens(reversed, { outcome: 'reverse' });
  await becomes(reversed, 'reversed');
  const shown = async () => {
    const paths = [completed, reversed].map((id) => `/v1/funding/${id}`);
    return Promise.all(paths.map(async (path) => (await started.client.get(path)).body));
  };
  const before = await shown();
  for (const outcome of ['replay', 'restart-ids']) {
    await control('/events', { outcome });
    await withdrawn('54.00');
  }
  expect(await shown()).toEqual(before);
  await agrees();
});
