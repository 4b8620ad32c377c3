import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LONG } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { type TestPostgres, startPostgres } from '../../support/postgres.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';
import { ShiftedClock } from '../../support/shifted-clock/shifted-clock.js';
import { QUERIES, VIEWS } from './data-page.js';

const [NOON_MS, DAY_MS, WEDNESDAY] = [12 * 3_600_000, 86_400_000, 3];

/** Noon of a future Wednesday. Payments of that day were due at midnight. */
const nextWednesdayMs = (): number => {
  const todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const days = (WEDNESDAY - new Date(todayMs).getUTCDay() + 7) % 7 || 7;
  return todayMs + days * DAY_MS + NOON_MS;
};

it('the page asks ten questions', () =>
  expect([...QUERIES.keys()]).toEqual(Array.from({ length: 10 }, (_, i) => i + 1)));

const KINDS = LONG ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const);

describe.each(KINDS)('questions of finance, in %s', (kind) => {
  const clock = new ShiftedClock();
  let postgres: TestPostgres | null = null;
  let service: Service;
  let ada: Party;
  let other: Party;
  let secondUserId: string;

  type Party = { readonly client: PartnerClient; readonly id: string; readonly userId: string };

  beforeAll(async () => {
    postgres = kind === 'PostgreSQL' ? await startPostgres() : null;
    const url = await postgres?.database();
    clock.set({ '*': nextWednesdayMs() - Date.now() });
    service = await Service.start({ ...clock.settings, READ_MODELS_URL: url ?? '' });
    const { partner, secondPartner } = service.demo;
    const fees = ['--fee-flat', '0.50', '--commission-flat', '0.25'];
    await ops('partner', 'configure', '--partner', partner.id, ...fees);
    [ada, other] = await Promise.all([party(partner), party(secondPartner)]);
    secondUserId = await onboardedUser(service, ada.client);
    await Promise.all([
      deposit(ada, '100.25'),
      deposit(ada, '77.63', 'failed'),
      deposit(ada, '50.50'),
      deposit(other, '8.00'),
    ]);
    const due = ['--zone', 'UTC', '--cut-off', '00:00', '--every', 'day', '--due-days', '0'];
    await ops('settlement', 'schedule', '--partner', ada.id, ...due);
    await cutOff('closed');
    await transfer('wire-1', '20.25');
    await Promise.all([
      deposit(ada, '30.00'),
      deposit(ada, '40.67', 'reversed'),
      deposit({ ...ada, userId: secondUserId }, '12.34'),
    ]);
    await cutOff('overdue');
    await transfer('wire-2', '10.00');
    const wrong = ['--partner', ada.id, '--reference', 'wire-2', '--reason', 'not theirs'];
    await ops('settlement', 'reverse', ...wrong);
    await deposit(ada, '5.00');
    await order('AAPL', { amount: 20 }, 'filled');
    await order('MSFT', { amount: 10.5 }, 'filled');
    await order('HALT', { qty: 1 }, 'rejected');
  });
  afterAll(async () => {
    clock.remove();
    await service.stop();
    await postgres?.stop();
  });

  /** Runs in a process with the service's clock. */
  const ops = async (...args: string[]) => jsonOf(args, await service.ops(...args, '--json'));
  const ask = async (query: string) =>
    jsonOf([query], await opsHere(service, 'sql', query, '--json')) as Json[];
  const asked = (number: number) => ask(QUERIES.get(number)!);
  const party = async (demo: Service['demo']['partner']): Promise<Party> => {
    const client = await PartnerClient.logIn(service, demo);
    return { client, id: demo.id, userId: await onboardedUser(service, client) };
  };
  const deposit = async ({ client, userId }: Party, amount: string, end = 'completed') => {
    const body = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
    const { id } = (await client.post('/v1/funding', body)).body;
    await client.until(`/v1/funding/${String(id)}`, ({ status }) => status === end);
  };
  const order = async (symbol: string, wanted: object, end: string) => {
    const { userId, client } = ada;
    const body = { userId, symbol, side: 'buy', ...wanted, externalId: randomUUID() };
    const { id } = (await client.post('/v1/orders', body)).body;
    await client.until(`/v1/orders/${String(id)}`, ({ status }) => status === end);
  };
  const cutOff = async (end: string) => {
    const { id } = (await ops('settlement', 'cut-off', '--partner', ada.id)) as Json;
    await ada.client.until(`/v1/settlements/${String(id)}`, ({ status }) => status === end);
  };
  const transfer = (reference: string, amount: string) =>
    ops(
      'settlement',
      'transfer',
      ...['--partner', ada.id],
      '--reference',
      reference,
      '--amount',
      amount,
    );
  /** Oldest first. */
  const settlements = async ({ client }: Party) =>
    ((await client.get('/v1/settlements')).body['settlements'] as Json[]).reverse();

  it.each([...VIEWS])('%s has the columns that the page names', async (name, columns) => {
    const { stdout } = await opsHere(service, 'sql', '--csv', `select * from ${name} limit 0`);
    expect(stdout.trim()).toBe(columns.join(','));
  });

  it('1: debts of each partner equal those of the API', async () => {
    const answers = (await asked(1)).map(inCents);
    for (const { id, ...rest } of [ada, other]) {
      const shown = (await settlements({ id, ...rest })).map((each, index) => ({
        ...{ partner_id: id, number: index + 1, status: each['status'] },
        ...{ due_at: each['dueAt'], due: cents(each['due']), carried: cents(each['carried']) },
        ...{ received: cents(each['received']), outstanding: cents(each['outstanding']) },
      }));
      expect(answers.filter((answer) => answer['partner_id'] === id)).toEqual(shown);
    }
    expect(answers.filter((answer) => answer['partner_id'] === ada.id)).toMatchObject([
      { status: 'closed', due: 150_75, received: 20_25, outstanding: 130_50 },
      { status: 'overdue', due: 42_34, received: 0, outstanding: 42_34 },
      { status: 'open', due: 5_50, outstanding: 5_50 },
    ]);
  });

  it('2: overdue periods', async () => {
    const answer = { partner_id: ada.id, periods: 1, outstanding: 42_34 };
    expect((await asked(2)).map(inCents)).toEqual([answer]);
  });

  it('3: lines add up to the totals of their periods, which are those of the API', async () => {
    const found = new Map(
      (await asked(3)).map(inCents).map((each) => [each['settlement_id'], each]),
    );
    const shown = [...(await settlements(ada)), ...(await settlements(other))];
    expect(found.size).toBe(shown.length);
    for (const each of shown) {
      const names = ['gross', 'fees', 'adjustments', 'due'];
      const totals = names.map((name) => cents(each[name]));
      const row = found.get(each['id'])!;
      expect(names.map((name) => row[name])).toEqual(totals);
      expect(names.map((name) => row[`${name}_of_lines`])).toEqual(totals);
    }
  });

  it('4: deposits and fees by partner', async () =>
    expect(new Set((await asked(4)).map(inCents))).toEqual(
      new Set([
        { partner_id: ada.id, deposits: 6, amount: 238_76, fees: 3_00 },
        { partner_id: other.id, deposits: 1, amount: 8_00, fees: 0 },
      ]),
    ));

  it('5: reversals with reasons', async () => {
    const { body } = await ada.client.get('/v1/funding?status=reversed');
    const [reversed] = body['transactions'] as Json[];
    expect((await asked(5)).map(inCents)).toEqual([
      {
        ...{ partner_id: ada.id, deposit_id: reversed?.['id'], gross: -40_67 },
        external_id: reversed?.['externalId'],
        completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
        status_reason: reversed?.['statusReason'],
      },
    ]);
  });

  it('6: users by deposited amount', async () =>
    expect((await asked(6)).map(inCents)).toEqual([
      { partner_id: ada.id, user_id: ada.userId, amount: 185_75 },
      { partner_id: ada.id, user_id: secondUserId, amount: 12_34 },
      { partner_id: other.id, user_id: other.userId, amount: 8_00 },
    ]));

  it('7: transfers, including the reversed one', async () =>
    expect((await asked(7)).map(inCents)).toMatchObject([
      { partner_id: ada.id, reference: 'wire-1', amount: 20_25, status: 'recorded', reason: null },
      { reference: 'wire-2', amount: 10_00, status: 'reversed', reason: 'not theirs' },
    ]));

  it('8: orders by side and status', async () =>
    expect(await asked(8)).toEqual([
      { side: 'buy', status: 'filled', orders: 2 },
      { side: 'buy', status: 'rejected', orders: 1 },
    ]));

  it('9: commission is that of the orders in the API', async () => {
    const { orders } = (await ada.client.get('/v1/orders')).body as { orders: Json[] };
    const commission = orders.reduce((sum, each) => sum + cents(each['commission']), 0);
    expect(commission).toBe(50);
    expect((await asked(9)).map(inCents)).toEqual([{ partner_id: ada.id, orders: 2, commission }]);
  });

  it('10: users by partner, status and country', async () =>
    expect(new Set(await asked(10))).toEqual(
      new Set([
        { partner_id: ada.id, status: 'active', country: 'USA', users: 2 },
        { partner_id: other.id, status: 'active', country: 'USA', users: 1 },
      ]),
    ));

  it('lines are those of the statements', async () => {
    const lines = await ask('select * from settlement_lines order by partner_id, line_number');
    for (const { id } of await settlements(ada)) {
      const { body } = await ada.client.get(`/v1/settlements/${String(id)}/statement`);
      const mine = lines.filter(({ settlement_id }) => settlement_id === id);
      expect(
        mine.map((line) => ({
          ...{ type: line['type'], transactionId: line['deposit_id'] ?? line['order_id'] },
          ...{ externalId: line['external_id'], userId: line['user_id'] },
          ...{ gross: cents(line['gross']), fee: cents(line['fee']), net: cents(line['net']) },
          ...{ completedAt: line['completed_at'], journalId: line['journal_id'] },
          due: cents(line['due']),
        })),
      ).toEqual((body['lines'] as Json[]).map(inCents));
    }
    const [first] = lines.filter(({ partner_id }) => partner_id === ada.id);
    expect(first?.['line_number']).toBe(1);
  });

  it('quantities of orders are numbers', async () => {
    const query = `select filled_quantity * average_price as value from orders where symbol = 'AAPL'`;
    expect((await ask(query)).map(({ value }) => Number(value))).toEqual([20]);
  });
});

const MONEY =
  /^(due|carried|received|outstanding|amount|gross|fees?|net|adjustments|commission|.*_of_lines)$/;

/** Amounts as whole cents: SQLite shows numbers, PostgreSQL and the API decimal text. */
const inCents = (row: Json): Json =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, MONEY.test(name) ? cents(value) : value]),
  );

/** @throws {Error} for a fraction of a cent, because amounts are never rounded here */
const cents = (value: unknown): number => {
  const exact = Number(value) * 100;
  const whole = Math.round(exact);
  if (value === null || Math.abs(exact - whole) > 1e-6)
    throw new Error(`${String(value)} is no amount`);
  return whole + 0;
};

const jsonOf = (
  args: readonly string[],
  { code, stdout, stderr }: { code: number; stdout: string; stderr: string },
): unknown => {
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
};
