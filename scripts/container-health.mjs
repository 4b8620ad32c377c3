import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { checkServerIdentity, rootCertificates } from 'node:tls';

/**
 * `node scripts/container-health.mjs <app>`: exit code 0 if the app in this container is healthy.
 * Checks the API on its public port, the other apps on their metrics port, or else that the process
 * runs.
 */
const [app] = process.argv.slice(2);

const TIMEOUT_MS = 4_000;
const { API_PORT, DATA_DIR, TLS_CERT_FILE } = process.env;
const own = (end) => join(DATA_DIR || './data', 'run', `${app}.${end}`);

const isReady = (port, extra) =>
  new Promise((resolve, reject) => {
    const path = '/health/ready';
    const options = { host: '127.0.0.1', port, path, timeout: TIMEOUT_MS };
    const sent = extra === undefined ? http.get(options) : https.get({ ...options, ...extra });
    sent.once('response', ({ statusCode }) => resolve(statusCode === 200));
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.once('error', reject);
  });

/** Trusts the API's certificate under a name of the certificate. */
const trust = () => {
  const certificate = readFileSync(TLS_CERT_FILE);
  const names = new X509Certificate(certificate).subjectAltName ?? '';
  const [, name = '127.0.0.1'] = /(?:DNS|IP Address):(?:\*\.)?([^,]+)/.exec(names) ?? [];
  return {
    ca: [...rootCertificates, certificate],
    checkServerIdentity: (_, peer) => checkServerIdentity(name, peer),
  };
};

const isWell = () => {
  if (app === 'api') return isReady(API_PORT || 3000, TLS_CERT_FILE ? trust() : undefined);
  if (existsSync(own('metrics')))
    return isReady(new URL(readFileSync(own('metrics'), 'utf8').trim()).port);
  return process.kill(Number(readFileSync(own('pid'), 'utf8')), 0);
};

try {
  process.exit((await isWell()) ? 0 : 1);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
