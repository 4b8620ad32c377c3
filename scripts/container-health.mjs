import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { checkServerIdentity, rootCertificates } from 'node:tls';

/**
 * `node scripts/container-health.mjs <app>`: exit code 0 when the app in this container is well.
 * The api is asked over HTTP; the others have written their pid once they were ready.
 */
const [app] = process.argv.slice(2);

const TIMEOUT_MS = 4_000;
const { API_PORT, TLS_CERT_FILE } = process.env;

const apiIsReady = () =>
  new Promise((resolve, reject) => {
    const path = '/health/ready';
    const options = { host: '127.0.0.1', port: API_PORT || 3000, path, timeout: TIMEOUT_MS };
    const sent = TLS_CERT_FILE ? https.get({ ...options, ...trust() }) : http.get(options);
    sent.once('response', ({ statusCode }) => resolve(statusCode === 200));
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.once('error', reject);
  });

/** The API's own certificate is trusted, under a name that it is made out to. */
const trust = () => {
  const certificate = readFileSync(TLS_CERT_FILE);
  const names = new X509Certificate(certificate).subjectAltName ?? '';
  const [, name = '127.0.0.1'] = /(?:DNS|IP Address):(?:\*\.)?([^,]+)/.exec(names) ?? [];
  return {
    ca: [...rootCertificates, certificate],
    checkServerIdentity: (_, peer) => checkServerIdentity(name, peer),
  };
};

const processIsAlive = () => {
  const file = join(process.env.DATA_DIR || './data', 'run', `${app}.pid`);
  return process.kill(Number(readFileSync(file, 'utf8')), 0);
};

try {
  process.exit((app === 'api' ? await apiIsReady() : processIsAlive()) ? 0 : 1);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
