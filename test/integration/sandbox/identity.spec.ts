import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { ScriptedServer } from '../../support/scripted-server.js';
import {
  application,
  eventually,
  type Json,
  TestSandbox,
  WEBHOOK_SECRET,
} from '../../support/sandbox.js';

describe('the sandbox identity provider', () => {
  let receiver: ScriptedServer;
  let sandbox: TestSandbox;
  beforeAll(async () => {
    receiver = await ScriptedServer.start();
    receiver.on((_, response) => void response.writeHead(200).end());
    sandbox = await TestSandbox.start({}, `${receiver.url}/v1/webhooks/identity`);
  });
  afterAll(async () => {
    await sandbox.destroy();
    await receiver.stop();
  });

  const begin = async (externalId: string, bootstrap: object = {}): Promise<Json> => {
    const answer = await sandbox.identity('POST', '/onboarding/session', {
      ...{ kind: 'onboard', key: 'pb_test_x', user_external_id: externalId },
      bootstrap_data: bootstrap,
    });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const complete = async (token: string, body: object = {}): Promise<Json> =>
    (await sandbox.control('POST', `/onboarding/${token}`, body)).body;
  const standing = async (id: string): Promise<Json> =>
    (await sandbox.identity('GET', `/users/${id}`)).body;
  const decrypt = async (id: string, ...fields: string[]): Promise<Json> =>
    (await sandbox.identity('POST', `/users/${id}/vault/decrypt`, { fields, reason: 'test' })).body;
  const messagesFor = (externalId: string) =>
    receiver.seen.filter(({ body }) => JSON.parse(body).external_id === externalId);

  it('makes sessions whose link carries the token in its fragment', async () => {
    const { token, link, expires_at } = await begin('user-1');
    expect(token).toMatch(/^obtok_[A-Za-z0-9]+$/);
    expect(link).toBe(`${sandbox.url}/identity/hosted#${token}`);
    expect(expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/);
    const again = await begin('user-1');
    expect(again.token).not.toBe(token);
  });

  it('fills the vault, keeps what it was told, and says so with a signature', async () => {
    const { token } = await begin('user-2', {
      'id.dob': '05/15/1990',
      'id.first_name': 'Zoë',
      'id.last_name': 'Ångström',
    });
    const { userId, status } = await complete(token, { person: { 'id.city': 'Oakland' } });
    expect(status).toBe('pass');
    const asked = ['id.dob', 'id.first_name', 'id.last_name', 'id.city', 'id.ssn9', 'id.none'];
    const person = await decrypt(userId, ...asked);
    expect(person).toMatchObject({
      'id.dob': '1990-05-15',
      'id.first_name': 'Zoë',
      'id.last_name': 'Ångström',
      'id.city': 'Oakland',
      'id.none': null,
    });
    expect(person['id.ssn9']).toMatch(/^\d{9}$/);
    await eventually(() => messagesFor('user-2').length === 1);
    const [message] = messagesFor('user-2');
    const headers = message!.headers as Record<string, string>;
    const verified: Json = new Webhook(WEBHOOK_SECRET).verify(message!.body, {
      'webhook-id': headers['svix-id'] ?? '',
      'webhook-timestamp': headers['svix-timestamp'] ?? '',
      'webhook-signature': headers['svix-signature'] ?? '',
    });
    expect(verified).toMatchObject({
      event_kind: 'footprint.onboarding.completed',
      fp_id: userId,
      status: 'pass',
    });
  });

  it('completes a session once, and answers a repeat the same', async () => {
    const { token } = await begin('user-3');
    const first = await complete(token);
    expect(await complete(token)).toEqual(first);
    const other = await sandbox.control('POST', `/onboarding/${token}`, { outcome: 'fail' });
    expect(other.status).toBe(409);
    expect((await sandbox.control('POST', '/onboarding/obtok_x', {})).status).toBe(404);
    await eventually(() => messagesFor('user-3').length === 1);
  });

  it('fails by the family name, and lets the same user try again', async () => {
    const { userId } = await complete((await begin('user-4', { 'id.last_name': 'McFail' })).token);
    expect(await standing(userId)).toMatchObject({ status: 'fail', external_id: 'user-4' });
    const second = await complete((await begin('user-4')).token, { outcome: 'pass' });
    expect(second.userId).toBe(userId);
    expect((await standing(userId)).status).toBe('pass');
  });

  it('leaves a review to a reviewer', async () => {
    const { userId } = await complete((await begin('user-5', { 'id.last_name': 'Review' })).token);
    expect(await standing(userId)).toMatchObject({
      status: 'pending',
      requires_manual_review: true,
    });
    const decide = () => sandbox.control('POST', '/identity/user-5', { outcome: 'pass' });
    expect((await decide()).status).toBe(200);
    expect(await standing(userId)).toMatchObject({ status: 'pass', requires_manual_review: false });
    expect((await decide()).status).toBe(409);
    await eventually(() => messagesFor('user-5').length === 3);
  });

  it('verifies a vault without the user', async () => {
    const create = () =>
      sandbox.identity('POST', '/users', undefined, { 'x-external-id': 'user-6' });
    const { id } = (await create()).body;
    expect((await create()).body.id).toBe(id);
    const vault = { 'id.last_name': 'McFail', 'document.passport.front.image': 'aGVsbG8=' };
    expect((await sandbox.identity('PATCH', `/users/${id}/vault`, vault)).status).toBe(200);
    const run = await sandbox.identity('POST', `/users/${id}/kyc`, { key: 'pb_test_x' });
    expect(run.body.status).toBe('pending');
    await eventually(async () => (await standing(id)).status === 'fail');
  });

  it('takes images into the vault, and nothing else for images', async () => {
    const { id } = (await sandbox.identity('POST', '/users', { 'id.last_name': 'Ok' })).body;
    const image = Buffer.from([0xff, 0xd8, 0xff]).toString('base64');
    const name = 'document.id_card.front.image';
    const put = (value: string) =>
      sandbox.identity('PATCH', `/users/${id}/vault`, { [name]: value });
    expect((await put('not base64!')).body.message).toBe('images must be base64');
    expect((await put(image)).status).toBe(200);
    expect(await decrypt(id, name)).toEqual({ [name]: image });
  });

  it('decides a verification once, by the family name, for one of several of a user', async () => {
    const create = (externalId: string) =>
      sandbox.identity('POST', '/users', undefined, { 'x-external-id': externalId });
    const { id } = (await create('user-10.first')).body;
    await sandbox.identity('PATCH', `/users/${id}/vault`, { 'id.last_name': 'Review' });
    const check = () =>
      sandbox.identity('POST', `/users/${id}/kyc`, { key: 'pb_test_x', allow_reonboard: false });
    await Promise.all([check(), check(), check()]);
    await eventually(async () => (await standing(id)).requires_manual_review === true);
    expect((await check()).body).toMatchObject({ status: 'pending', requires_manual_review: true });
    const decide = await sandbox.control('POST', '/identity/user-10', { outcome: 'fail' });
    expect(decide.body.decided).toEqual([{ id, status: 'fail' }]);
    expect((await check()).body).toMatchObject({ status: 'fail' });
    await eventually(() => messagesFor('user-10.first').length === 3);
    const kinds = messagesFor('user-10.first').map(({ body }) => JSON.parse(body).event_kind);
    expect(kinds.sort()).toEqual([
      'footprint.onboarding.completed',
      'footprint.onboarding.completed',
      'footprint.user.manual_review',
    ]);
  });

  it('tries a notification again under the same id until it is taken', async () => {
    let refusals = 3;
    receiver.on((_, response) => void response.writeHead(refusals-- > 0 ? 503 : 204).end());
    await complete((await begin('user-7')).token);
    await eventually(() => messagesFor('user-7').length === 4);
    const ids = messagesFor('user-7').map(({ headers }) => headers['svix-id']);
    expect(new Set(ids).size).toBe(1);
  });

  it('asks for its key', async () => {
    const nobody = { authorization: 'Basic eDo=' };
    const denied = await sandbox.identity('GET', '/org/api_keys/check', undefined, nobody);
    expect(denied.status).toBe(401);
    expect(denied.body.message).toBe('the API key is not valid');
    const own = { 'x-footprint-secret-key': 'sk_test_x', authorization: '' };
    expect((await sandbox.identity('GET', '/org/api_keys/check', undefined, own)).status).toBe(200);
    const other = { kind: 'onboard', key: 'pb_test_other' };
    expect((await sandbox.identity('POST', '/onboarding/session', other)).status).toBe(400);
  });

  it('serves the hosted page, which completes like the SDK', async () => {
    const page = await fetch(`${sandbox.url}/identity/hosted`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain('Verify your identity');
    expect(html).not.toMatch(/(src|href)="?https?:/);
    const { token } = await begin('user-8', { 'id.first_name': 'Grace' });
    const post = async (path: string, body: object): Promise<Json> =>
      (await sandbox.identity('POST', path, body, { authorization: '' })).body;
    expect((await post('/hosted/session', { token })).known['id.first_name']).toBe('Grace');
    const { validation_token } = await post('/hosted/complete', { token, outcome: 'review' });
    const validated = await sandbox.identity('POST', '/onboarding/session/validate', {
      validation_token,
    });
    expect(validated.body.user).toMatchObject({ status: 'pending', requires_manual_review: true });
    expect(await post('/hosted/session', { token })).toMatchObject({ completed: true });
  });

  it('tells the ledger whose account it is', async () => {
    const { userId } = await complete((await begin('user-9', { 'id.email': 'Nine@x.org' })).token);
    const person = await decrypt(userId, 'id.ssn9');
    await sandbox.broker(
      'POST',
      '/v1/accounts',
      application({ email: 'nine@x.org', taxId: person['id.ssn9'] }),
    );
    const { accounts } = await sandbox.ledger();
    expect(accounts.at(-1)).toMatchObject({ externalId: 'user-9', email: 'nine@x.org' });
  });
});
