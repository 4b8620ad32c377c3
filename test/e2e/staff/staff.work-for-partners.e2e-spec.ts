import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type Json, PartnerClient, Service, call } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';

let service: Service;
let operator: StaffClient;
let finance: StaffClient;
let partner: PartnerClient;
let operatorId: string;

beforeAll(async () => {
  service = await Service.start();
  operator = await StaffClient.ofDemo(service, 'operator');
  finance = await StaffClient.ofDemo(service, 'finance');
  partner = await PartnerClient.logIn(service);
  operatorId = String((await operator.get('/staff/me')).body['id']);
});

afterAll(() => service.stop());

const demoPartner = () => service.demo.partner.id;

const until = async (staff: StaffClient, path: string, wanted: (body: Json) => boolean) => {
  const endMs = Date.now() + BACKSTOP_MS;
  for (;;) {
    const { status, body } = await staff.get(path);
    if ((status === 200 && wanted(body)) || Date.now() > endMs) return body;
    await new Promise((done) => setTimeout(done, 100));
  }
};

describe('operators', () => {
  it('create a partner that can log in, change its terms, and replace its key without a gap', async () => {
    const { status, body } = await operator.post('/staff/partners', { name: 'Acme' });
    expect(status).toBe(201);
    const path = `/staff/partners/${String(body['id'])}`;
    const email = 'server@acme.example';
    const { body: user } = await operator.post(`${path}/users`, { email });
    const isThere = ({ users }: Json) => (users as unknown[]).length > 0;
    expect(await until(finance, `${path}/users`, isThere)).toMatchObject({
      users: [{ id: user['id'], email, createdAt: expect.any(String) }],
    });
    const { body: first } = await operator.post(`${path}/keys`);
    const logIn = async (apiKey: unknown) => {
      const headers = { 'api-key': String(apiKey) };
      const credentials = { email, password: user['password'] };
      return call(service.api, 'POST', '/v1/auth/login', { headers, body: credentials });
    };
    expect(await logIn(first['apiKey'])).toMatchObject({ status: 200 });
    const { body: second } = await operator.post(`${path}/keys`);
    expect(await operator.post(`${path}/keys`)).toMatchObject({
      ...{ status: 409, body: { code: 'too_many_keys' } },
    });
    const { body: after } = await operator.post(`${path}/keys/revoke`, { keyId: first['keyId'] });
    expect(after['keys']).toMatchObject([{ revokedAt: expect.any(String) }, { revokedAt: null }]);
    await new Promise((done) => setTimeout(done, 1_000));
    expect((await logIn(first['apiKey'])).status).toBe(401);
    expect((await logIn(second['apiKey'])).status).toBe(200);
    const changed = await operator.send('PATCH', path, { feeBps: 25, limit: '10000.00' });
    expect(changed.body['terms']).toMatchObject({ commissionCollection: 'settlement' });
    expect(changed.body['terms']).toMatchObject({ feeBps: 25, limit: '10000.00', feeFlat: '0.00' });
    const terms = {
      withdrawals: 'enabled',
      withdrawalFeeFlat: '1.00',
      commissionCollection: 'none',
    };
    const { body: withdrawing } = await operator.send('PATCH', path, terms);
    expect(withdrawing['terms']).toMatchObject({ ...terms, feeBps: 25, withdrawalFeeBps: 0 });
    expect(await operator.send('PATCH', path, { withdrawals: 'yes' })).toMatchObject({
      ...{ status: 422, body: { errors: [{ pointer: '/withdrawals', code: 'term_invalid' }] } },
    });
    expect(await operator.send('PATCH', path, { feeBps: 10_001 })).toMatchObject({ status: 422 });
    expect(await operator.send('PATCH', path, {})).toMatchObject({ status: 400 });
    const { body: listed } = await finance.get('/staff/partners');
    expect(listed['partners']).toContainEqual({ id: body['id'], name: 'Acme' });
    expect(listed['metadata']).toEqual({ total: 3, limit: 100, offset: 0 });
    const { body: found } = await finance.get('/staff/partners?text=aCM&limit=1');
    const metadata = { total: 1, limit: 1, offset: 0 };
    expect(found).toEqual({ partners: [{ id: body['id'], name: 'Acme' }], metadata });
  });

  it('disable a sign-in of a partner, which ends its sessions, and reset its password', async () => {
    const { id: partnerId, apiKey } = service.demo.partner;
    const path = `/staff/partners/${partnerId}/users`;
    const email = 'lost@acme.example';
    const { body: made } = await operator.post(path, { email });
    const logIn = ({ password }: Json) => {
      const headers = { 'api-key': apiKey };
      return call(service.api, 'POST', '/v1/auth/login', { headers, body: { email, password } });
    };
    const { body: session } = await logIn(made);
    const headers = { authorization: `bearer ${String(session['authToken'])}` };
    const use = () => call(service.api, 'GET', '/v1/users?limit=1', { headers });
    expect((await use()).status).toBe(200);
    const disabling = { email, reason: 'Its password was in a mail' };
    expect(await operator.post(`${path}/disable`, disabling)).toMatchObject({
      ...{ status: 200, body: { id: made['id'], email } },
    });
    await new Promise((done) => setTimeout(done, 1_000));
    expect((await use()).status).toBe(401);
    expect((await logIn(made)).status).toBe(401);
    const find = ({ users }: Json) => (users as Json[]).find(({ id }) => id === made['id']);
    const isDisabled = (body: Json) => typeof find(body)?.['disabledAt'] === 'string';
    expect(isDisabled(await until(finance, path, isDisabled))).toBe(true);
    const { body: reset } = await operator.post(`${path}/reset`, { email });
    expect((await logIn(made)).status).toBe(401);
    expect((await logIn(reset)).status).toBe(200);
    expect((await use()).status).toBe(401);
    const { stdout } = await service.ops(
      ...['events', '--stream', `partnerUser-${String(made['id'])}`, '--json'],
    );
    const actor = `staff:${operatorId}`;
    expect(JSON.parse(stdout)).toMatchObject([
      { type: 'PartnerUserCreated', actor },
      { type: 'PartnerUserDisabled', actor, data: { reason: disabling.reason } },
      { type: 'PartnerUserReset', actor },
    ]);
    expect(await operator.post(`${path}/reset`, { email: 'nobody@acme.example' })).toMatchObject({
      ...{ status: 404, body: { code: 'partner_user_not_found' } },
    });
  });

  it('are in the log with the id of the request', async () => {
    const headers = { ...operator.headers, 'x-request-id': 'ticket-4711' };
    const { body } = await call(service.api, 'POST', '/staff/partners', {
      ...{ headers, body: { name: 'Named' } },
    });
    const { stdout } = await service.ops(
      ...['events', '--stream', `partner-${String(body['id'])}`, '--json'],
    );
    expect(JSON.parse(stdout)).toMatchObject([
      { type: 'PartnerCreated', actor: `staff:${operatorId}`, correlationId: 'ticket-4711' },
    ]);
  });

  it('find a user by every known id', async () => {
    const email = 'ada.found@users.example';
    const userId = await onboardedUser(service, partner, { email });
    const { body } = await operator.get(`/staff/users/${userId}`);
    expect(body).toMatchObject({ id: userId, status: 'active', onboarding: 'passed' });
    const profile = body['profile'] as Json;
    expect(String(profile['taxID'])).toContain('*');
    const texts = [
      userId,
      'ADA.found@users.example',
      'A.found@us',
      String(profile['brokerAccountNumber']),
    ];
    for (const text of texts) {
      const path = `/staff/users?text=${encodeURIComponent(text)}`;
      const found = await until(finance, path, ({ users }) => (users as unknown[]).length > 0);
      expect(found['users']).toMatchObject([{ id: userId, partnerId: demoPartner() }]);
    }
    expect((await operator.get('/staff/users?text=n%25body')).body).toEqual({ users: [] });
  });

  it('suspend, reinstate and close a user, and see the actor in the history', async () => {
    const userId = await onboardedUser(service, partner);
    for (const [step, status] of [
      ['suspend', 'suspended'],
      ['reinstate', 'active'],
      ['close', 'closed'],
    ] as const) {
      const { body } = await operator.post(`/staff/users/${userId}/${step}`, { reason: 'Asked' });
      expect(body).toMatchObject({ id: userId, status });
    }
    expect(await operator.post(`/staff/users/${userId}/suspend`, { reason: 'Late' })).toMatchObject(
      { status: 409, body: { code: 'user_closed' } },
    );
    const { body } = await operator.get(`/staff/users/${userId}/history`);
    const events = body['events'] as { type: string; actor: string; data: Json }[];
    const types = events.map(({ type }) => type);
    expect(events[0]).toMatchObject({ type: 'UserRegistered', actorEmail: null });
    expect(types).toEqual(expect.arrayContaining(['TraderProfileCreated', 'BrokerAccountOpened']));
    expect(events.slice(-3)).toMatchObject(
      ['UserSuspended', 'UserReinstated', 'UserClosed'].map((type) => ({
        ...{ type, actor: `staff:${operatorId}`, data: { reason: 'Asked' } },
        actorEmail: service.demo.operator.email,
      })),
    );
    expect(JSON.stringify(events)).not.toContain('Sealed');
  });

  it('read the history of a deposit, from the partner’s request on', async () => {
    const userId = await onboardedUser(service, partner);
    const wanted = { userId, direction: 'DEPOSIT', amount: '250.00', externalId: 'told' };
    const headers = { 'x-request-id': 'checkout-1' };
    const { body } = await partner.post('/v1/funding', wanted, headers);
    const id = String(body['id']);
    await partner.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
    const { body: shown } = await operator.get(`/staff/deposits/${id}`);
    expect(shown).toMatchObject({ id, userId, amount: 250, status: 'completed' });
    const inPeriod = ({ settlement }: Json) => settlement !== null;
    const { settlement } = await until(finance, `/staff/deposits/${id}`, inPeriod);
    expect(settlement).toEqual({ id: expect.any(String), number: expect.any(Number) });
    const { body: told } = await operator.get(`/staff/deposits/${id}/history`);
    const events = told['events'] as { type: string; requestId: string }[];
    expect(events.map(({ type }) => type)).toEqual([
      ...['DepositRequested', 'DepositStarted', 'DepositAccepted', 'DepositCompleted'],
    ]);
    expect(new Set(events.map(({ requestId }) => requestId))).toEqual(new Set(['checkout-1']));
    const { data: accepted } = (told['events'] as { data: Json }[])[2]!;
    for (const text of [id.toUpperCase(), 'told', String(accepted['journalId'])]) {
      const isThere = ({ deposits }: Json) => (deposits as unknown[]).length > 0;
      const found = await until(finance, `/staff/find?text=${text}`, isThere);
      expect(found).toMatchObject({ deposits: [{ id, partnerId: demoPartner() }], orders: [] });
    }
    const listed = await until(
      finance,
      `/staff/users/${userId}/deposits`,
      ({ transactions }) => (transactions as unknown[]).length > 0,
    );
    expect(listed['transactions']).toMatchObject([{ id }]);
  });
});

describe('finance', () => {
  it('processes a partner’s period from its end to its payment', async () => {
    const path = `/staff/partners/${demoPartner()}`;
    const { body: begun } = await operator.get(`${path}/settlements?status=open`);
    const [first] = begun['settlements'] as { readonly id: string }[];
    const wish = { periodId: first?.id };
    const both = [wish, wish].map((body) => operator.post(`${path}/cut-off`, body));
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const ended = { id: wish.periodId };
    const period = `${path}/settlements/${String(ended['id'])}`;
    const { due, dueAt } = await until(finance, period, ({ status }) => status !== 'open');
    expect(due).toBe('250.00');
    const firstOf = ({ settlements }: Json) => (settlements as Json[])[0];
    const isEnded = (body: Json) => firstOf(body)?.['id'] === ended['id'];
    const urgent = firstOf(await until(finance, '/staff/settlements', isEnded));
    expect(urgent).toMatchObject({ id: ended['id'], status: 'closed', due: '250.00' });
    const { body: open } = await finance.get('/staff/settlements?status=open&limit=1');
    expect(open).toMatchObject({ settlements: [{ status: 'open' }], metadata: { limit: 1 } });
    expect((open['metadata'] as Json)['total']).toBeGreaterThan(1);
    expect((await finance.get('/staff/firm-account')).body).toMatchObject({
      ...{ transferable: expect.stringMatching(/^\d+\.\d\d$/), state: 'covered' },
    });
    const { body: lines } = await finance.get(`${period}/statement`);
    expect(lines).toMatchObject({ lines: [{ externalId: 'told' }], metadata: { total: 1 } });
    const accept = { ...finance.headers, accept: 'text/csv' };
    const csv = await fetch(`${service.api}${period}/statement`, { headers: accept });
    expect(csv.headers.get('content-disposition')).toContain('attachment');
    const text = await csv.text();
    expect(text.split('\r\n')).toHaveLength(3);
    const link = await fetch(`${service.api}${period}/statement?as=csv`, finance);
    expect(await link.text()).toBe(text);
    const { body: found } = await finance.get(`${period}/lines?text=told`);
    expect(found).toMatchObject({ lines: [{ externalId: 'told' }], whole: true });
    const [{ journalId } = {}] = (found['lines'] ?? []) as Json[];
    expect((await finance.get(`${period}/lines?text=${String(journalId)}`)).body).toEqual(found);
    const file = `partner,reference,amount\r\n${demoPartner()},BANK-1,250.00\r\n`;
    const import_ = (preview: boolean) =>
      finance.post('/staff/transfers/import', { csv: file, preview });
    const { name: partnerName } = (await operator.get(path)).body;
    const said = { partnerName, amount: '250.00', credit: '0.00' };
    const pays = [{ settlementId: ended['id'], dueAt, amount: '250.00' }];
    expect((await import_(true)).body).toEqual({
      recorded: false,
      lines: [
        {
          ...{ line: 2, partnerId: demoPartner(), reference: 'BANK-1', outcome: 'new', reason: '' },
          ...{ ...said, outstanding: '250.00', matches: pays },
        },
      ],
    });
    const twice = { csv: `${file}${file.split('\r\n')[1]!}\r\n`, preview: true };
    expect((await finance.post('/staff/transfers/import', twice)).body).toMatchObject({
      lines: [
        { outcome: 'new' },
        {
          ...{ line: 3, outcome: 'known', reason: 'It says the same as line 2' },
          ...{ outstanding: '0.00', matches: [] },
        },
      ],
    });
    expect((await finance.get(period)).body['received']).toBe('0.00');
    expect((await import_(false)).body).toMatchObject({
      lines: [{ outcome: 'recorded', ...said, matches: pays, outstanding: null }],
    });
    expect((await import_(true)).body).toMatchObject({ lines: [{ outcome: 'known' }] });
    const settled = await until(finance, period, ({ status }) => status === 'settled');
    expect(settled).toMatchObject({ received: '250.00', outstanding: '0.00' });
    const wrong = { reference: 'BANK-1', amount: '1.00' };
    expect(await finance.post(`${path}/transfers`, wrong)).toMatchObject({
      ...{ status: 409, body: { code: 'reference_already_exists' } },
    });
    const reverse = { reference: 'BANK-1', reason: 'Another partner’s' };
    expect((await finance.post(`${path}/transfers/reverse`, reverse)).body).toMatchObject({
      status: 'reversed',
    });
    const again = await until(finance, period, ({ outstanding }) => outstanding === '250.00');
    expect(again['outstanding']).toBe('250.00');
    const reversed = { reference: 'BANK-1', amount: '250.00', status: 'reversed' };
    const listed = (await finance.get(`${path}/transfers`)).body['transfers'] as Json[];
    expect(listed[0]).toMatchObject({ ...reversed, reason: 'Another partner’s' });
  });

  it('sees the errors of a file, and no line is recorded', async () => {
    const csv = `partner,reference,amount\r\n${demoPartner()},BANK-2,1.005\r\n`;
    expect(await finance.post('/staff/transfers/import', { csv, preview: false })).toMatchObject({
      ...{ status: 422, body: { code: 'file_invalid', errors: [{ pointer: '/2/amount' }] } },
    });
  });

  it('sees the end of the next period by an operator’s schedule', async () => {
    const path = `/staff/partners/${demoPartner()}/schedule`;
    const schedule = { zone: 'America/New_York', cutOff: '17:00', every: 'week', dueDays: 2 };
    expect(await operator.send('PUT', path, schedule)).toMatchObject({
      ...{ status: 422, body: { code: 'schedule_invalid' } },
    });
    const { status, body } = await operator.send('PUT', path, { ...schedule, on: 'fri' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { fromPeriod: expect.any(Number) },
    });
    expect((await finance.get(path)).body).toEqual({
      schedule: { zone: 'UTC', cutOff: '00:00', every: 'day', on: null, dueDays: 2 },
      next: { ...schedule, on: 'fri' },
    });
  });
});
