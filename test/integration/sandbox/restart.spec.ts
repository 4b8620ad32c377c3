import { afterEach, describe, expect, it } from '@jest/globals';
import { ScriptedServer } from '../../support/scripted-server.js';
import { eventually, FIRM, journalTo, TestSandbox } from '../../support/sandbox.js';

describe('a sandbox that stops and starts', () => {
  let sandbox: TestSandbox;
  afterEach(() => sandbox.destroy());

  const restart = async () => {
    await sandbox.stop();
    await sandbox.startAgain();
  };
  const centsOf = (text: string) => BigInt(text.replace('.', ''));

  it('still knows everything, and takes back what was to be taken back', async () => {
    sandbox = await TestSandbox.start({ reversalMs: 1_500 });
    const account = await sandbox.fundedAccount('500.00');
    await sandbox.broker('POST', '/v1/journals', journalTo(account, '20.17'));
    await eventually(async () => (await sandbox.ledger()).balances[account] === '520.17');
    const before = await sandbox.ledger();
    await restart();
    const after = await sandbox.ledger();
    expect(after.accounts).toEqual(before.accounts);
    expect(after.journals).toHaveLength(2);
    await eventually(async () => (await sandbox.ledger()).journals[1]?.reversedAt !== null);
    const { balances } = await sandbox.ledger();
    expect(balances).toEqual({ [FIRM]: '999500.00', [account]: '500.00' });
  });

  it('settles what was queued when it stopped', async () => {
    sandbox = await TestSandbox.start({ journalMs: 600 });
    const account = await sandbox.openAccount();
    await sandbox.broker('POST', '/v1/journals', journalTo(account, '7.00'));
    await restart();
    await eventually(async () => (await sandbox.ledger()).journals[0]?.status === 'executed');
    const { balances } = await sandbox.ledger();
    const sum = Object.values(balances).reduce((total, text) => total + centsOf(text), 0n);
    expect(sum).toBe(1_000_000_00n);
  });

  it('decides the verification that was under way when it stopped', async () => {
    sandbox = await TestSandbox.start({ verificationMs: 600 });
    const vault = { 'id.last_name': 'McFail', 'document.passport.front.image': 'aGVsbG8=' };
    const { id } = (await sandbox.identity('POST', '/users', vault)).body;
    await sandbox.identity('POST', `/users/${id}/kyc`, { key: 'pb_test_x' });
    await restart();
    const standing = async () => (await sandbox.identity('GET', `/users/${id}`)).body;
    expect((await standing()).status).toBe('pending');
    await eventually(async () => (await standing()).status === 'fail');
  });

  it('still sends the notification nobody took, and forgets its faults', async () => {
    const receiver = await ScriptedServer.start();
    const url = receiver.url;
    receiver.on((_, response) => void response.writeHead(503).end());
    sandbox = await TestSandbox.start({ webhookRetryMs: [10, 10, 10, 500, 500] }, url);
    await sandbox.control('POST', '/faults', { side: 'broker', match: 'GET /', mode: 'hang' });
    const session = { kind: 'onboard', key: 'pb_test_x', user_external_id: 'user' };
    const { token } = (await sandbox.identity('POST', '/onboarding/session', session)).body;
    await sandbox.control('POST', `/onboarding/${token}`, {});
    await eventually(() => receiver.seen.length >= 2);
    await sandbox.stop();
    const before = receiver.seen.length;
    receiver.on((_, response) => void response.writeHead(200).end());
    await sandbox.startAgain();
    await eventually(() => receiver.seen.length > before);
    const ids = new Set(receiver.seen.map(({ headers }) => headers['svix-id']));
    expect(ids.size).toBe(1);
    expect((await sandbox.control('GET', '/faults')).body).toEqual([]);
    await receiver.stop();
  });
});
