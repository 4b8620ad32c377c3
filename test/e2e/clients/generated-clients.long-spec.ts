import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BACKSTOP_MS } from '../../support/backstop.js';
import type { Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';

const FIXTURES = join(process.cwd(), 'test', 'e2e', 'clients');
const KIOTA = ['Microsoft.OpenApi.Kiota', '--version', '1.38.0'];
const OUTCOME = {
  ...{ account: 'ACTIVE', deposit: 'completed', order: 'filled' },
  refusal: 'external_id_already_exists',
};

let service: Service;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brokerage-clients-'));
  service = await sharedService();
  const document = await fetch(`${service.api}/openapi.json`);
  for (const name of ['kiota', 'hey-api'])
    cpSync(join(FIXTURES, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'openapi.json'), await document.text());
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program in the folder of a client and returns its output. */
const run = async (name: string, program: string, ...args: string[]): Promise<string> => {
  const env = { ...process.env, ...SETTINGS, ...access(), NUGET_PACKAGES: join(folder, 'nuget') };
  const options = { cwd: join(folder, name), env, timeout: BACKSTOP_MS };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (cause) {
    const { code, stdout, stderr } = cause as Failure;
    const reason =
      code === 'ENOENT'
        ? `${program} is not on the PATH: install it for this test`
        : `${program} ${args.join(' ')} failed: ${stdout ?? ''}${stderr ?? ''}`;
    throw new Error(reason, { cause });
  }
};

type Failure = NodeJS.ErrnoException & { readonly stdout?: string; readonly stderr?: string };

/** Disables build servers, which would run after the build. */
const SETTINGS = {
  ...{ NODE_OPTIONS: '', KIOTA_OFFLINE_ENABLED: 'true' },
  ...{ DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' },
  ...{ DOTNET_CLI_USE_MSBUILD_SERVER: '0', MSBUILDDISABLENODEREUSE: '1' },
  UseSharedCompilation: 'false',
};

const access = () => {
  const { apiKey, email, password } = service.demo.partner;
  const credentials = { API_KEY: apiKey, EMAIL: email, PASSWORD: password };
  return { API: service.api, SANDBOX: service.sandbox, ...credentials };
};

const outcomeOf = (output: string): unknown => JSON.parse(output.trim().split('\n').at(-1) ?? '');

describe('a client generated from the OpenAPI document onboards, deposits, trades and reads a code', () => {
  it('in C#, by Kiota', async () => {
    await run('kiota', 'dotnet', 'tool', 'install', ...KIOTA, '--tool-path', join(folder, 'tools'));
    await run(
      ...(['kiota', join(folder, 'tools', 'kiota'), 'generate', '--language', 'CSharp'] as const),
      ...['--openapi', join(folder, 'openapi.json'), '--output', 'Generated'],
      ...['--class-name', 'Client', '--namespace-name', 'Partner'],
    );
    const output = await run('kiota', 'dotnet', 'run');
    expect(outcomeOf(output)).toEqual(OUTCOME);
  });

  it('in TypeScript, by openapi-ts', async () => {
    const node = (...args: string[]) => run('hey-api', process.execPath, ...args);
    await run('hey-api', 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund');
    const generator = join('node_modules', '@hey-api', 'openapi-ts', 'bin', 'run.js');
    await node(generator, '--input', join('..', 'openapi.json'), '--output', 'generated');
    await node(join('node_modules', 'typescript', 'bin', 'tsc'));
    expect(outcomeOf(await node(join('dist', 'main.js')))).toEqual(OUTCOME);
  });
});
