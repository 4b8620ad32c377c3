import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Service } from '../../support/service.js';

const RUN_TIMEOUT_MS = 240_000;

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(async () => {
  await service.stop();
});

/** The shell blocks of the README in their order, without the two that start and test everything. */
const blocks = (): string[] =>
  [...readFileSync('README.md', 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, block = '']) => block)
    .filter((block) => !block.startsWith('npm start'));

/** What a reader would paste, for this copy of the service. */
const script = (): string =>
  blocks()
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', service.api)
    .replaceAll('http://127.0.0.1:4000', service.sandbox)
    .replaceAll('./data/', `${service.dataDir}/`);

const paste = (text: string): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((done) => {
    const options = { env: { ...service.env, TOKEN: '' }, timeout: RUN_TIMEOUT_MS - 10_000 };
    execFile('bash', ['-euo', 'pipefail', '-c', text], options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });

describe('the OpenAPI document', () => {
  it('is served as it is checked in', async () => {
    const answer = await fetch(`${service.api}/openapi.json`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.text()).toBe(readFileSync('docs/openapi.json', 'utf8'));
  });
});

describe('README', () => {
  it(
    'shows only commands that work as they stand',
    async () => {
      const { code, stdout, stderr } = await paste(script());
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('settlement total is');
      const statement = readFileSync(join(service.dataDir, 'statement.csv'), 'utf8');
      expect(statement.split('\r\n')).toHaveLength(4);
      expect(stdout).toContain('Acme');
    },
    RUN_TIMEOUT_MS,
  );
});
