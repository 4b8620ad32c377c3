import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { Service } from '../../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(async () => {
  await service.stop();
});

/** The pages whose commands a reader may paste, in the order in which they build on each other. */
const readme = [
  'README.md',
  'docs/partners/guide.md',
  'docs/operators/guide.md',
  'docs/finance/guide.md',
]
  .map((page) => readFileSync(page, 'utf8'))
  .join('\n');

const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);

/** What a reader sets once, before any other command. */
const isSetUp = (block: string): boolean => block.startsWith('API=');

/** The commands of each section, without the set-up and the two that start and test everything. */
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

/** The set-up with what this copy's start printed. */
const setUp = (): string => {
  const [block = '', ...others] = blocksOf(readme).filter(isSetUp);
  expect(others).toEqual([]);
  const values = {
    API: printed('API'),
    SANDBOX: printed('sandbox'),
    DATA: dirname(printed('logs')),
  };
  return Object.entries(values).reduce((text, [name, value]) => {
    const assignment = new RegExp(`(?<=^.*\\b${name}=)\\S+`);
    expect(text).toMatch(assignment);
    return text.replace(assignment, value);
  }, block);
};

const paste = (text: string): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((done) => {
    const options = { env: { ...service.env, TOKEN: '' }, timeout: BACKSTOP_MS };
    execFile('bash', ['-euo', 'pipefail', '-c', text], options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });

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

  it('shows only commands that work as they stand, each section in a shell of its own', async () => {
    let told = '';
    const set = setUp();
    for (const section of sections()) {
      const { code, stdout, stderr } = await paste(`${set}\n${section}`);
      expect({ section, code, stderr: code === 0 ? '' : stderr }).toMatchObject({
        code: 0,
        stderr: '',
      });
      told += stdout;
    }
    expect(told).toContain('settlement total is');
    const statement = readFileSync(join(service.dataDir, 'statement.csv'), 'utf8');
    expect(statement.split('\r\n')).toHaveLength(4);
    expect(told).toContain('Acme');
  });
});
