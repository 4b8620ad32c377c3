import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { eventually, FIRM, journalTo, TestSandbox } from '../../support/sandbox.js';

describe('faults ordered at the sandbox', () => {
  let sandbox: TestSandbox;
  let account: string;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    account = await sandbox.openAccount();
  });
  afterEach(async () => {
    await sandbox.control('DELETE', '/faults');
  });
  afterAll(() => sandbox.destroy());

  const order = (mode: string, match = 'POST /v1/journals', count = 1) =>
    sandbox.control('POST', '/faults', { side: 'broker', match, mode, count });
  let sent = 0;
  /** What came of a journal: how its answer read, and whether the ledger has it. */
  const send = async (timeoutMs = BACKSTOP_MS) => {
    const key = `journal-${(sent += 1)}`;
    const answer = await fetch(`${sandbox.url}/broker/v1/journals`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('key:secret').toString('base64')}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(journalTo(account, '1.00', key)),
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => ({ status: 0, text: '' }));
    const { journals } = await sandbox.ledger();
    const lines = journals.filter((line) => line.idempotencyKey === key);
    return { ...answer, executed: lines.length };
  };

  it.each([
    ['hang', 0, 0],
    ['execute-then-hang', 0, 1],
    ['reset', 0, 0],
    ['execute-then-reset', 0, 1],
    ['status:429', 429, 0],
    ['execute-then-status:502', 502, 1],
    ['html-200', 200, 0],
    ['execute-then-html-200', 200, 1],
    ['half-body', 0, 1],
    ['broken-json', 200, 1],
    ['other-schema', 200, 1],
    ['delay:20', 200, 1],
  ])('%s: status %d, executed %d times', async (mode, status, executed) => {
    expect((await order(mode)).status).toBe(200);
    expect(await send(1_500)).toMatchObject({ status, executed });
    const [fault] = (await sandbox.control('GET', '/faults')).body;
    expect(fault).toMatchObject({ mode, left: 0, hits: 1 });
    expect(await send()).toMatchObject({ status: 200, executed: 1 });
  });

  it('broken JSON and another schema read as what they are', async () => {
    await order('broken-json');
    const broken = await send();
    expect(() => JSON.parse(broken.text) as unknown).toThrow();
    await order('other-schema');
    expect(JSON.parse((await send()).text)).not.toHaveProperty('id');
  });

  it('a look-up finds nothing for a while', async () => {
    const beganMs = performance.now();
    await order('not-found-for:300', 'GET /v1/journals');
    const look = async () =>
      (await sandbox.broker('GET', `/v1/journals?from_account=${FIRM}`)).body.length as number;
    await send();
    const first = await look();
    // On a busy machine, the time can be over before the first look-up.
    if (performance.now() - beganMs < 300) expect(first).toBe(0);
    await eventually(async () => (await look()) > 0);
  });

  it('an unknown mode is refused, with the known ones', async () => {
    const refused = await order('explode');
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('execute-then-reset');
    const incomplete = await sandbox.control('POST', '/faults', { side: 'broker' });
    expect(incomplete).toMatchObject({ status: 400, body: { message: 'match is required' } });
  });
});
