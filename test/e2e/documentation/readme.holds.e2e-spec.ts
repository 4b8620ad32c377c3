import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { freePort } from '../../support/free-ports.js';
import { Service } from '../../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(async () => {
  await service.stop();
});

/** Pages with commands for readers, in the order of their dependencies. */
const readme = [
  'README.md',
  'docs/partners/guide.md',
  'docs/partners/accounts.md',
  'docs/partners/withdrawals.md',
  'docs/partners/webhooks.md',
  'docs/operators/guide.md',
  'docs/finance/guide.md',
]
  .map((page) => readFileSync(page, 'utf8'))
  .join('\n');

const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);

/** Values that a reader sets once in each terminal, before any other command. */
const isSetUp = (block: string): boolean => /^(API|RECEIVER)=/.test(block);

/** Login and functions that later sections need. */
const isLogin = (block: string): boolean => block.startsWith('api() {');

/** Commands of each section, without the setup and the two commands that start and test everything. */
const sections = (): string[] =>
  readme
    .split(/^## /m)
    .map((section) =>
      blocksOf(section)
        .filter((block) => !block.startsWith('npm start') && !isSetUp(block))
        .join('\n'),
    )
    .filter((commands) => commands !== '');

const printed = (name: string): string =>
  new RegExp(`^${name} +(.+)$`, 'm').exec(service.terminal)?.[1] ?? '';

/** Setup with the values of this test. */
const setUp = async (): Promise<string> => {
  const block = blocksOf(readme).filter(isSetUp).join('');
  const values = {
    API: printed('API'),
    SANDBOX: printed('sandbox'),
    DATA: dirname(printed('logs')),
    RECEIVER: `http://127.0.0.1:${await freePort()}/webhooks`,
  };
  return Object.entries(values).reduce((text, [name, value]) => {
    const assignment = new RegExp(`(?<=^.*\\b${name}=)\\S+`, 'm');
    expect(text).toMatch(assignment);
    return text.replace(assignment, value);
  }, block);
};

/** Runs a text in a separate shell and ends the remaining processes of the shell. */
const paste = async (commands: string) => {
  const env = { ...service.env, TOKEN: '' };
  const args = ['-euo', 'pipefail', '-c', commands];
  const shell = spawn('bash', args, { env, detached: true, timeout: BACKSTOP_MS });
  const [stdout, stderr] = [text(shell.stdout), text(shell.stderr)];
  const [code] = (await once(shell, 'exit')) as [number | null];
  killGroup(shell.pid);
  return { code: code ?? 1, stdout: await stdout, stderr: await stderr };
};

const killGroup = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
};

describe('the OpenAPI document', () => {
  it('is served as it is checked in', async () => {
    const answer = await fetch(`${service.api}/openapi.json`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.text()).toBe(readFileSync('docs/reference/openapi.json', 'utf8'));
  });
});

describe('README and guides', () => {
  it('names addresses and folders once, where the reader sets them', () => {
    for (const section of sections()) expect(section).not.toMatch(/127\.0\.0\.1|localhost|data\//);
  });

  it('shows only commands that work unchanged, each section in a separate shell', async () => {
    let told = '';
    const set = await setUp();
    const login = blocksOf(readme).filter(isLogin).join('');
    for (const section of sections()) {
      const needsLogin = /\bapi \//.test(section) && !section.includes(login);
      const commands = [set, ...(needsLogin ? [login] : []), section].join('\n');
      const { code, stdout, stderr } = await paste(commands);
      expect({ section, code, stderr: code === 0 ? '' : stderr }).toMatchObject({
        code: 0,
        stderr: '',
      });
      told += stdout;
    }
    expect(told).toContain('settlement total is');
    const statement = readFileSync(join(service.dataDir, 'statement.csv'), 'utf8');
    expect(statement.split('\r\n')).toHaveLength(5);
    expect(told).toContain('Acme');
    expect(told).toMatch(/^400$/m);
    for (const type of ['ping', 'user.created']) expect(told).toContain(`received ${type} about`);
  });
});
