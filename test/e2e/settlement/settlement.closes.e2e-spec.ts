import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';

let service: Service;
let client: PartnerClient;
let partner: string;
let userId: string;
let folder: string;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  partner = service.demo.partner.id;
  userId = await onboardedUser(service, client);
  folder = mkdtempSync(join(tmpdir(), 'settlement-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

const ops = async (...args: string[]): Promise<Json> => {
  const { code, stdout, stderr } = await opsHere(service, 'settlement', ...args, '--json');
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as Json;
};
const cutOff = async (): Promise<string> =>
  String((await ops('cut-off', '--partner', partner))['id']);
const transfer = (reference: string, amount: string) =>
  ops('transfer', '--partner', partner, '--reference', reference, '--amount', amount);
const settlement = (id: string, wanted: (body: Json) => boolean = () => true) =>
  client.until(`/v1/settlements/${id}`, wanted);
const listed = async (status: string, total: number) =>
  (await client.listed(`/v1/settlements?status=${status}`, total))['settlements'];
const closed = (id: string) => settlement(id, ({ closedAt }) => closedAt !== null);
const deposit = async (amount: string, externalId: string, status = 'completed') => {
  const body = { userId, direction: 'DEPOSIT', amount, externalId };
  const id = String((await client.post('/v1/funding', body)).body['id']);
  await client.until(`/v1/funding/${id}`, (each) => each['status'] === status);
  return id;
};

describe('a period', () => {
  it('collects deposits, is cut off, closes, is paid in parts and settles', async () => {
    const first = await deposit('100.00', '=1+1');
    await deposit('250.50', 'second');
    const id = await cutOff();
    await deposit('60.00', 'of the next');
    expect(await closed(id)).toMatchObject({
      status: 'closed',
      count: 2,
      gross: '350.50',
      due: '350.50',
      outstanding: '350.50',
    });
    expect(await transfer('R-1', '100.00')).toMatchObject({ created: true, credit: '0.00' });
    expect(await transfer('R-1', '100.00')).toMatchObject({ created: false });
    expect(await settlement(id)).toMatchObject({ received: '100.00', outstanding: '250.50' });
    const other = ['--partner', partner, '--reference', 'R-1', '--amount', '1.00'];
    const { code, stderr } = await opsHere(service, 'settlement', 'transfer', ...other);
    expect([code, stderr]).toEqual([1, expect.stringContaining('recorded with 100.00')]);
    await transfer('R-2', '300.00');
    expect(await settlement(id)).toMatchObject({
      status: 'settled',
      received: '350.50',
      outstanding: '0.00',
    });
    const next = await closed(await cutOff());
    expect(next).toMatchObject({ gross: '60.00', carried: '49.50', outstanding: '10.50' });
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
    for (const done of [first, `credit-deposit/${first}`])
      expect(await opsHere(service, 'attention', 'retry', '--id', done)).toEqual({
        ...{ code: 0, stderr: '' },
        stdout: `The work of ${done} has already ended, so there is nothing to retry.\n`,
      });
  });

  it('is listed newest first, by state, and only for its partner', async () => {
    const statuses = ({ settlements }: Json) =>
      (settlements as Json[]).map((each) => each['status']);
    const newest = ['open', 'closed'];
    const body = await client.until(
      '/v1/settlements?limit=2',
      (each) => statuses(each).join() === newest.join(),
    );
    expect(body['metadata']).toEqual({ total: 3, limit: 2, offset: 0 });
    expect(statuses(body)).toEqual(newest);
    const settled = await client.listed('/v1/settlements?status=settled', 1);
    const [first] = settled['settlements'] as Json[];
    const other = await PartnerClient.logIn(service, service.demo.secondPartner);
    for (const path of ['', '/statement'])
      expect(await other.get(`/v1/settlements/${String(first?.['id'])}${path}`)).toMatchObject({
        status: 404,
        body: { code: 'settlement_not_found' },
      });
    expect(await client.get('/v1/settlements/none')).toMatchObject({ status: 404 });
    for (const query of ['status=paid', 'limit=0', 'limit=1001', 'page=1', 'offset=-1'])
      expect((await client.get(`/v1/settlements?${query}`)).status).toBe(400);
    const offline = await opsHere(service, 'settlement', 'list', '--partner', partner, '--json');
    expect(JSON.parse(offline.stdout)).toEqual(
      (await client.get('/v1/settlements')).body['settlements'],
    );
  });

  it('subtracts a reversal before it closes, and adjusts for a later one', async () => {
    const before = await deposit('20.17', 'taken back at once');
    await client.until(`/v1/funding/${before}`, ({ status }) => status === 'reversed');
    const id = await cutOff();
    expect(await closed(id)).toMatchObject({
      status: 'settled',
      count: 1,
      gross: '20.17',
      adjustments: '-20.17',
      due: '0.00',
    });
    const { body } = await client.get(`/v1/settlements/${id}/statement`);
    expect(body['lines']).toMatchObject([
      { type: 'deposit', transactionId: before, gross: '20.17', externalId: 'taken back at once' },
      {
        type: 'adjustment',
        transactionId: before,
        gross: '-20.17',
        externalId: 'taken back at once',
      },
    ]);
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  });

  it('can be downloaded as valid CSV by partner and operator', async () => {
    const body = await client.listed('/v1/settlements?status=settled&limit=1&offset=1', 2);
    const id = String((body['settlements'] as Json[])[0]?.['id']);
    const csv = await client.text(`/v1/settlements/${id}/statement`, { accept: 'text/csv' });
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    const rows = csv.text.split('\r\n');
    expect(rows[0]).toBe(
      'type,transactionId,externalId,userId,gross,fee,net,completedAt,journalId,due',
    );
    expect(rows[1]).toMatch(/^deposit,[0-9a-f-]{36},'=1\+1,[0-9a-f-]{36},100\.00,0\.00,100\.00,/);
    expect(rows).toHaveLength(4);
    const file = join(folder, 'statement.csv');
    const exported = ['export', '--partner', partner, '--settlement', id, '--file', file];
    expect(await ops(...exported)).toEqual({ file, lines: 2 });
    expect(await ops(...exported, '--force')).toEqual({ file, lines: 2 });
    expect(readFileSync(file, 'utf8')).toBe(csv.text);
  });
});

describe('transfers of a file', () => {
  it('are recorded once, although the file is read repeatedly', async () => {
    const file = join(folder, 'transfers.csv');
    writeFileSync(
      file,
      `partner,reference,amount\r\n${partner},F-1,4.50\r\n${partner},F-2,6.00\r\n`,
    );
    const outcomes = async () =>
      ((await ops('import', '--file', file)) as unknown as Json[]).map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['recorded', 'recorded']);
    expect(await outcomes()).toEqual(['known', 'known']);
    expect(await listed('closed', 0)).toEqual([]);
  });

  it('can be reversed, and stay recorded', async () => {
    const reversed = await ops(
      ...['reverse', '--partner', partner, '--reference', 'F-2', '--reason', 'not theirs'],
    );
    expect(reversed).toMatchObject({ status: 'reversed', amount: '6.00' });
    expect(await listed('closed', 1)).toMatchObject([{ received: '4.50', outstanding: '6.00' }]);
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  });

  it('are all refused if the file has an error', async () => {
    const file = join(folder, 'wrong.csv');
    writeFileSync(file, `partner,reference,amount\n${partner},W-1,4.50\n${partner},W-2,4.505\n`);
    const { code, stderr } = await opsHere(service, 'settlement', 'import', '--file', file);
    expect([code, stderr]).toEqual([1, expect.stringContaining('line 3: amount')]);
    expect(await transfer('W-1', '1.00')).toMatchObject({ created: true });
  });
});

describe('the credit of a partner', () => {
  const credit = async () => cents((await client.get('/v1/settlements')).body['credit']);
  const payOut = (reference: string, amount: string) =>
    opsHere(
      service,
      ...['settlement', 'payout', '--partner', partner, '--reference', reference],
      ...['--amount', amount, '--json'],
    );

  it('is paid out once for each reference, and never beyond the credit', async () => {
    const before = await credit();
    await transfer('IN-1', '1000.00');
    await client.until('/v1/settlements', (body) => cents(body['credit']) > before);
    const reached = await credit();
    for (const created of [true, false]) {
      const { stdout } = await payOut('OUT-1', '5.00');
      expect(JSON.parse(stdout)).toMatchObject({ kind: 'payout', amount: '5.00', created });
    }
    await client.until('/v1/settlements', (body) => cents(body['credit']) === reached - 500);
    const { code, stderr } = await payOut('OUT-2', '1000000.00');
    expect([code, stderr]).toEqual([1, expect.stringContaining('credit of the partner')]);
    const other = await payOut('OUT-1', '6.00');
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('recorded with 5.00')]);
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  });
});

const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

describe('a schedule', () => {
  it('takes effect with the next period', async () => {
    const schedule = ['--zone', 'America/New_York', '--cut-off', '17:00', '--every', 'week'];
    const changed = await ops(
      ...['schedule', '--partner', partner, ...schedule, '--on', 'fri', '--due-days', '3'],
    );
    expect(changed).toMatchObject({ schedule: { zone: 'America/New_York', on: 'fri' } });
    const midnight = /T00:00:00\.000Z$/;
    const cutOffAt = ({ settlements }: Json) => String((settlements as Json[])[0]?.['cutOffAt']);
    const openUntil = async (at: RegExp) =>
      cutOffAt(
        await client.until('/v1/settlements?status=open', (each) => at.test(cutOffAt(each))),
      );
    expect(await openUntil(midnight)).toMatch(midnight);
    await closed(await cutOff());
    const evening = /T2[12]:00:00\.000Z$/;
    expect(await openUntil(evening)).toMatch(evening);
  });

  it('is refused with all errors at once', async () => {
    const wrong = ['--zone', 'Nowhere', '--cut-off', '25:00', '--every', 'week', '--due-days', '2'];
    const { code, stderr } = await service.ops(
      'settlement',
      'schedule',
      '--partner',
      partner,
      ...wrong,
    );
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(3);
  });
});
