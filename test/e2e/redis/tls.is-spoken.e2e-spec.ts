import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from '#redis/open-redis.js';
import { LONG } from '../../support/long.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import {
  type CertificateFolder,
  certificateFolder,
  makeCertificate,
} from '../../support/certificate.js';
import {
  type RedisGroup,
  startCluster,
  startSentinels,
  startSingle,
} from '../../support/redis-group.js';
import { Service } from '../../support/service.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const trusted = getCACertificates();

let certificate: CertificateFolder;

beforeAll(async () => {
  certificate = certificateFolder();
  certificate.put(await makeCertificate('redis'));
});
afterAll(() => certificate.remove());
afterEach(() => setDefaultCACertificates(trusted));

const answer = async (url: string): Promise<unknown> => {
  const redis = connectRedis(url, quiet);
  try {
    return await redis.ping();
  } finally {
    redis.disconnect();
  }
};

const startServer = async (): Promise<RedisGroup> => startSingle({ tls: certificate });

it('fails with an untrusted certificate or a wrong password', async () => {
  const server = await startServer();
  try {
    await expect(answer(server.url)).rejects.toThrow();
    setDefaultCACertificates([...trusted, readFileSync(certificate.certFile, 'utf8')]);
    expect(await answer(server.url)).toBe('PONG');
    await expect(answer(server.url.replace(/:[^:@]+@/, ':wrong@'))).rejects.toThrow();
    await expect(answer(server.url.replace('rediss', 'redis'))).rejects.toThrow();
  } finally {
    await server.stop();
  }
});

const GROUPS = [
  ['sentinels', startSentinels],
  ['a cluster', startCluster],
] as const;

describe.each([['one server', startSingle] as const, ...(LONG ? GROUPS : [])])(
  'a service on %s with TLS and passwords',
  (_, start) => {
    it('takes a user from the sign-up to a filled order', async () => {
      const group = await start({ tls: certificate });
      // Needed for the search for secrets at the end, which reads all data in Redis.
      setDefaultCACertificates([...trusted, readFileSync(certificate.certFile, 'utf8')]);
      const settings = { REDIS_URL: group.url, NODE_EXTRA_CA_CERTS: certificate.certFile };
      const service = await Service.start(settings);
      try {
        expect(group.url).toMatch(/^rediss/);
        const { code, stdout } = await service.tour('--amount', '250.00');
        expect(stdout).toContain('settlement total is 250.00');
        expect(code).toBe(0);
        expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
      } finally {
        await service.stop();
        await group.stop();
      }
    });
  },
);
