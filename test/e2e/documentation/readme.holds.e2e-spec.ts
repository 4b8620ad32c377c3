import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Service } from '../../support/service.js';

const RUN_TIMEOUT_MS = 480_000;

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(async () => {
  await service.stop();
});

/** The commands of each section, without the two that start and test everything. */
const sections = (): string[] =>
  readFileSync('README.md', 'utf8')
    .split(/^## /m)
    .map((section) =>
      [...section.matchAll(/^```sh\n(.*?)^```$/gms)]
        .map(([, block = '']) => block)
        .filter((block) => !block.startsWith('npm start'))
        .join('\n'),
    )
    .filter((commands) => commands !== '');

/** What a reader would paste, for this copy of the service. */
const forThisCopy = (text: string): string =>
  text
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
    'shows only commands that work as they stand, each section in a shell of its own',
    async () => {
      let told = '';
      for (const section of sections()) {
        const { code, stdout, stderr } = await paste(forThisCopy(section));
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
    },
    RUN_TIMEOUT_MS,
  );
});
