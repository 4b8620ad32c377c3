import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerOf } from '../../support/ledger.js';
import { longDescribe, longIt } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, attentionList, reconciled } from '../../support/reconciled.js';
import { eventually } from '../../support/sandbox.js';
import type { Json } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { type Started, startedOnLoan } from '../../support/started-service.js';

let started: Started;
let operator: StaffClient;

beforeAll(async () => {
  started = await startedOnLoan();
  operator = await StaffClient.ofDemo(started.service, 'operator');
});

afterEach(() => started.service.control('DELETE', '/faults'));
afterAll(() => started.service.stop());

/** Creates a completed deposit, of a new user unless one is given. */
const credited = async (amount: string, of?: string) => {
  const { service, client } = started;
  const userId = of ?? (await onboardedUser(service, client));
  const { body } = await client.post('/v1/funding', {
    ...{ userId, direction: 'DEPOSIT', amount, externalId: randomUUID() },
  });
  const id = String(body['id']);
  await until(id, ({ status }) => status === 'completed');
  const { accounts, journals } = await ledgerOf(service);
  const account = accounts.find(({ externalId }) => externalId === userId);
  const journal = journals.find(({ idempotencyKey }) => idempotencyKey === id) as Json | undefined;
  return { id, userId, accountId: String(account?.id), journalId: String(journal?.['id']) };
};
const until = (id: string, isSo: (body: Json) => boolean) =>
  started.client.until(`/v1/funding/${id}`, isSo);
const happens = async (journal: string, what: Json) =>
  (await started.service.control('POST', `/journals/${journal}`, what)).body;
const balanceOf = async (accountId: string) =>
  (await ledgerOf(started.service)).balances[accountId];

const adjusted = async (id: string, amount: string) => {
  const decision = { amount, reason: 'The support of the broker says so' };
  return (await operator.post(`/staff/deposits/${id}/adjustments`, decision)).body;
};

/** Returns the open period's lines of a deposit with the owed amounts. */
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
  return linesIn(page).map(
    ({ type, gross, net }) => `${String(type)} ${String(gross)} ${String(net)}`,
  );
};

describe('a credit that a mirror journal reverses', () => {
  it.each([
    ['which names the deposit', undefined],
    ['which names the journal', 'journal'],
  ])('is reversed, %s', async (_, named) => {
    const { id, journalId, accountId } = await credited('40.00');
    const more = named === undefined ? {} : { description: journalId };
    await happens(id, { outcome: 'mirror', ...more });
    const shown = await until(id, ({ status }) => status === 'reversed');
    expect(shown['statusReason']).toBe('The broker reversed the credit');
    expect(await booked(id, 2)).toEqual(['deposit 40.00 40.00', 'adjustment -40.00 -40.00']);
    expect(await balanceOf(accountId)).toBe('0.00');
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });

  it('in part keeps the rest, and is reversed by a second part', async () => {
    const { id, accountId } = await credited('41.00');
    await happens(id, { outcome: 'mirror', amount: '11.00' });
    const shown = await until(id, ({ statusReason }) => statusReason !== '');
    expect(shown).toMatchObject({
      status: 'completed',
      statusReason: 'The broker changed the credit: the user has 30.00 of it',
    });
    expect(await balanceOf(accountId)).toBe('30.00');
    expect(await booked(id, 2)).toEqual(['deposit 41.00 41.00', 'adjustment -11.00 -11.00']);
    expect(await reconciled(started.service)).toMatchObject(AGREES);
    await happens(id, { outcome: 'mirror', amount: '30.00' });
    await until(id, ({ status }) => status === 'reversed');
    expect((await booked(id, 3)).at(-1)).toBe('adjustment -30.00 -30.00');
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });

  it('without a name is a difference until an operator assigns the journal', async () => {
    const { id, accountId } = await credited('42.00');
    const mirror = await happens(id, { outcome: 'mirror', description: 'Reversal, see ticket 7' });
    const journalId = String(mirror['id']);
    const before = await reconciled(started.service);
    expect(before.code).toBe(1);
    const what = `executed over 42.00 at the broker, back from account ${accountId}`;
    expect(before.differences).toMatchObject([{ what: expect.stringContaining(what) }]);
    const match = { journalId, reason: 'The support of the broker says so' };
    const matched = () => operator.post(`/staff/deposits/${id}/journals`, match);
    await started.service.fault('broker', 'GET /v1/journals', 'status:500', 1_000);
    expect(await matched()).toMatchObject({
      ...{ status: 503, body: { code: 'provider_unavailable' } },
    });
    await started.service.control('DELETE', '/faults');
    const answer = { depositId: id };
    for (const _ of ['once', 'again'])
      expect(await matched()).toMatchObject({
        ...{ status: 200, body: { ...answer, status: 'reversed', credited: '0.00' } },
      });
    await until(id, ({ status }) => status === 'reversed');
    expect(await booked(id, 2)).toEqual(['deposit 42.00 42.00', 'adjustment -42.00 -42.00']);
    expect(await reconciled(started.service)).toMatchObject(AGREES);
    await happens(journalId, { outcome: 'reverse' });
    await until(id, ({ status }) => status === 'completed');
    expect((await booked(id, 3)).at(-1)).toBe('adjustment 42.00 42.00');
    expect(await matched()).toMatchObject({
      ...{ status: 200, body: { ...answer, status: 'completed', credited: '42.00' } },
    });
    expect(await balanceOf(accountId)).toBe('42.00');
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });

  longIt(
    'in part, and completely by its own journal, is a difference until it is adjusted',
    async () => {
      const { id, accountId } = await credited('48.00');
      await happens(id, { outcome: 'mirror', amount: '18.00' });
      await until(id, ({ statusReason }) => statusReason !== '');
      await happens(id, { outcome: 'reverse' });
      const shown = await until(id, ({ status }) => status === 'reversed');
      expect(shown['statusReason']).toBe('The broker reversed the credit');
      expect((await booked(id, 3)).at(-1)).toBe('adjustment -30.00 -30.00');
      expect(await balanceOf(accountId)).toBe('-18.00');
      const rest = { kind: 'deposit_amount', depositId: id, amountCents: '-1800' };
      expect((await reconciled(started.service)).differences).toMatchObject([rest]);
      expect(await adjusted(id, '18.00')).toMatchObject({ status: 'reversed', credited: '0.00' });
      expect(await reconciled(started.service)).toMatchObject(AGREES);
    },
  );

  longIt('cannot be matched with a deposit of another account, or twice', async () => {
    const [one, other] = [await credited('43.00'), await credited('43.00')];
    const mirror = await happens(one.id, { outcome: 'mirror', description: '' });
    const match = { journalId: String(mirror['id']), reason: 'Looks like it' };
    expect(await operator.post(`/staff/deposits/${other.id}/journals`, match)).toMatchObject({
      ...{ status: 409, body: { code: 'journal_unassignable' } },
    });
    const unknown = { ...match, journalId: randomUUID() };
    expect(await operator.post(`/staff/deposits/${one.id}/journals`, unknown)).toMatchObject({
      ...{ status: 404, body: { code: 'journal_not_found' } },
    });
    expect(await operator.post(`/staff/deposits/${one.id}/journals`, match)).toMatchObject({
      status: 200,
    });
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });
});

longDescribe('a journal that is assigned to the wrong deposit of its user', () => {
  it('is booked up to the deposit’s amount, and two adjustments correct both', async () => {
    const right = await credited('46.00');
    const small = await credited('6.00', right.userId);
    const mirror = await happens(right.id, { outcome: 'mirror', description: '' });
    const match = { journalId: String(mirror['id']), reason: 'Looks like it' };
    expect(await operator.post(`/staff/deposits/${small.id}/journals`, match)).toMatchObject({
      ...{ status: 200, body: { status: 'reversed', credited: '0.00' } },
    });
    const rest = { kind: 'deposit_amount', depositId: small.id, amountCents: '-4000' };
    expect((await reconciled(started.service)).differences).toMatchObject([rest]);
    expect(await operator.post(`/staff/deposits/${right.id}/journals`, match)).toMatchObject({
      ...{ status: 409, body: { code: 'journal_unassignable' } },
    });
    expect(await adjusted(small.id, '46.00')).toMatchObject({
      ...{ status: 'completed', credited: '6.00' },
    });
    expect(await adjusted(right.id, '-46.00')).toMatchObject({
      ...{ status: 'reversed', credited: '0.00' },
    });
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });
});

longDescribe('a journal that names the journal of another deposit of the user', () => {
  it('is refused, because it already counts for the other deposit', async () => {
    const taken = await credited('47.00');
    const other = await credited('47.00', taken.userId);
    const mirror = await happens(taken.id, { outcome: 'mirror', description: taken.journalId });
    const match = { journalId: String(mirror['id']), reason: 'Looks like it' };
    expect(await operator.post(`/staff/deposits/${other.id}/journals`, match)).toMatchObject({
      ...{ status: 409, body: { detail: expect.stringContaining(`names deposit ${taken.id}`) } },
    });
    await until(taken.id, ({ status }) => status === 'reversed');
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });
});

describe('a credit that another journal corrects', () => {
  it('to less: the ledger has the corrected amount', async () => {
    const { id, accountId } = await credited('60.00');
    const corrected = await happens(id, { outcome: 'correct', amount: '50.00' });
    const shown = await until(id, ({ statusReason }) => statusReason !== '');
    expect(shown).toMatchObject({ status: 'completed', amount: 60 });
    expect(shown['statusReason']).toContain('50.00');
    expect(await booked(id, 2)).toEqual(['deposit 60.00 60.00', 'adjustment -10.00 -10.00']);
    expect(await balanceOf(accountId)).toBe('50.00');
    expect(await reconciled(started.service)).toMatchObject(AGREES);
    const successor = String(corrected['id']);
    await happens(successor, { outcome: 'mirror', amount: '10.00', description: successor });
    await until(id, ({ statusReason }) => String(statusReason).includes('40.00'));
    expect((await booked(id, 3)).at(-1)).toBe('adjustment -10.00 -10.00');
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });

  it('to more: the ledger keeps the requested amount, and an operator adjusts the rest', async () => {
    const { id, accountId } = await credited('60.00');
    await happens(id, { outcome: 'correct', amount: '75.50' });
    await eventually(async () => (await balanceOf(accountId)) === '75.50');
    const difference = async () => (await reconciled(started.service)).differences[0];
    // The journal's id is optional, because the log knows all journals of the deposit.
    await eventually(async () => (await difference())?.['journalId'] === null);
    const surplus = { kind: 'deposit_amount', depositId: id, amountCents: '1550' };
    expect(await difference()).toMatchObject(surplus);
    const body = { amount: '-15.50', reason: 'The firm bears the surplus' };
    for (const _ of ['once', 'again'])
      expect(await operator.post(`/staff/deposits/${id}/adjustments`, body)).toMatchObject({
        ...{ status: 200, body: { status: 'completed', credited: '60.00' } },
      });
    await eventually(async () => (await reconciled(started.service)).code === 0);
    expect(await booked(id, 1)).toEqual(['deposit 60.00 60.00']);
  });
});

/** Creates a deposit that the broker executed with a lost response, before the first lookup. */
const executedUnseen = async (amount: string, happensTo: (id: string) => Promise<Json>) => {
  const { service, client } = started;
  const userId = await onboardedUser(service, client);
  await service.fault('broker', 'POST /v1/journals', 'execute-then-status:500');
  await service.fault('broker', 'GET /v1/journals', 'not-found-for:60000', 1_000);
  const { body } = await client.post('/v1/funding', {
    ...{ userId, direction: 'DEPOSIT', amount, externalId: randomUUID() },
  });
  const id = String(body['id']);
  await eventually(async () => (await journalOf(id))['status'] === 'executed');
  await happensTo(id);
  await service.control('DELETE', '/faults');
  return { id, userId };
};
const journalOf = async (id: string): Promise<Json> =>
  (await ledgerOf(started.service)).journals.find((each) => each.idempotencyKey === id) ?? {};

/** Creates an executed deposit whose journal shows another amount. */
const creditedOtherwise = async (amount: string, shown: string) => {
  const { id, userId } = await executedUnseen(amount, (key) =>
    happens(key, { outcome: 'amount', amount: shown }),
  );
  const entry = () => attentionList(started.service);
  await eventually(async () => (await entry()).some(({ subjectId }) => subjectId === id));
  const { accounts } = await ledgerOf(started.service);
  return { id, accountId: String(accounts.find(({ externalId }) => externalId === userId)?.id) };
};

describe('a credit that is corrected before its send is answered', () => {
  it('is completed with the corrected amount, and neither sent again nor failed', async () => {
    const { service } = started;
    const { id } = await executedUnseen('62.00', (key) =>
      happens(key, { outcome: 'correct', amount: '50.00' }),
    );
    const reason = 'The broker changed the credit: the user has 50.00 of it';
    const shown = await until(id, ({ statusReason }) => statusReason === reason);
    expect(shown).toMatchObject({ status: 'completed', statusReason: reason });
    expect((await service.control('GET', '/repeats')).body).toEqual({ repeats: [] });
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });
});

longDescribe('a credit that is executed and reversed between two polls', () => {
  it('is completed and reversed', async () => {
    const { service, client } = started;
    const userId = await onboardedUser(service, client);
    await service.fault('broker', 'POST /v1/journals', 'execute-then-hang');
    const { body } = await client.post('/v1/funding', {
      ...{ userId, direction: 'DEPOSIT', amount: '63.00', externalId: randomUUID() },
    });
    const id = String(body['id']);
    const journal = async () =>
      (await ledgerOf(service)).journals.find((each) => each.idempotencyKey === id);
    await eventually(async () => (await journal()) !== undefined);
    process.kill(service.pid('worker'), 'SIGSTOP');
    try {
      while ((await journal())?.status !== 'executed') await sleep(10);
      await happens(id, { outcome: 'reverse' });
    } finally {
      process.kill(service.pid('worker'), 'SIGCONT');
    }
    await until(id, ({ status }) => status === 'reversed');
    expect(await booked(id, 2)).toEqual(['deposit 63.00 63.00', 'adjustment -63.00 -63.00']);
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });
});

describe('a journal that shows another amount than requested', () => {
  it('is a difference, and is not booked', async () => {
    const { id } = await credited('61.00');
    await happens(id, { outcome: 'amount', amount: '61.01' });
    const { code, differences } = await reconciled(started.service);
    expect(code).toBe(1);
    const what = 'completed with 61.00 in the ledger, 61.01 at the broker';
    expect(differences).toMatchObject([{ what: expect.stringContaining(what) }]);
    expect(await booked(id, 1)).toEqual(['deposit 61.00 61.00']);
    await happens(id, { outcome: 'amount', amount: '61.00' });
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });

  longIt('is booked as at the broker once an operator confirms it', async () => {
    const { id } = await creditedOtherwise('64.00', '63.99');
    const journalId = String((await journalOf(id))['id']);
    const match = { journalId, reason: 'The broker stands by it' };
    expect(await operator.post(`/staff/deposits/${id}/journals`, match)).toMatchObject({
      ...{ status: 200, body: { status: 'completed', credited: '63.99' } },
    });
    expect(await booked(id, 2)).toEqual(['deposit 64.00 64.00', 'adjustment -0.01 -0.01']);
    expect(await reconciled(started.service)).toMatchObject(AGREES);
    await happens(id, { outcome: 'mirror', amount: '63.99' });
    await until(id, ({ status }) => status === 'reversed');
    expect((await booked(id, 3)).at(-1)).toBe('adjustment -63.99 -63.99');
    expect(await reconciled(started.service)).toMatchObject(AGREES);
  });

  longIt.each(['45.00', '65.00'])('follows the journal of %s that corrects it', async (amount) => {
    const { id, accountId } = await creditedOtherwise('65.00', '64.99');
    await happens(id, { outcome: 'correct', amount });
    await until(id, ({ status }) => status === 'completed');
    const change = (Number(amount) - 65).toFixed(2);
    const adjustments = amount === '65.00' ? [] : [`adjustment ${change} ${change}`];
    const lines = ['deposit 65.00 65.00', ...adjustments];
    expect(await booked(id, lines.length)).toEqual(lines);
    expect(await balanceOf(accountId)).toBe(amount);
    // The original journal may have been looked up while the broker hid all new journals.
    const { differences } = await reconciled(started.service);
    expect((differences as readonly Json[]).filter(({ depositId }) => depositId === id)).toEqual(
      [],
    );
  });
});
