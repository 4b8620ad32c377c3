import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CertificateFolder,
  certificateFolder,
  makeCertificate,
} from '../../support/certificate.js';
import { Service } from '../../support/service.js';

let files: CertificateFolder;
let service: Service;

beforeAll(async () => {
  files = certificateFolder();
  files.put(await makeCertificate('of nobody known'));
  const { certFile, keyFile } = files;
  service = await Service.start({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
  files.remove();
});

type Run = { readonly code: number; readonly output: string };

/** Makes a request as a person at a terminal does. */
const run = (script: string, ...args: string[]): Promise<Run> =>
  new Promise((done) => {
    const options = { env: service.env, maxBuffer: 16 * 1024 * 1024 };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` });
    });
  });

describe('a service with a self-signed certificate', () => {
  it('prints its real addresses', () => {
    expect(service.terminal).toMatch(new RegExp(`^API +${service.api}$`, 'm'));
    expect(service.terminal).toMatch(new RegExp(`^ready ${service.api}$`, 'm'));
    expect(service.terminal).toMatch(new RegExp(`^sandbox +${service.sandbox}$`, 'm'));
    expect(service.api).toMatch(/^https:/);
  });

  it('is healthy in the check of a container', async () => {
    expect(await run('scripts/container-health.mjs', 'api')).toEqual({ code: 0, output: '' });
  });

  it('serves the tour and receives the provider’s webhooks', async () => {
    const { code, output } = await run('scripts/tour.mjs', '--brief');
    expect([code, output]).toEqual([0, expect.stringContaining('POST /v1/orders')]);
    const webhooks = service
      .logLines('api')
      .filter(({ route }) => route === '/v1/webhooks/identity')
      .map(({ status }) => status);
    expect(webhooks.length).toBeGreaterThan(0);
    for (const status of webhooks) expect(status).toBeLessThan(300);
  });
});
