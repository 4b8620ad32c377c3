import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { Server, createSecureContext } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../core/logger.js';
import { CERTIFICATE_POLL_MS } from '../core/timing.js';

export type CertificateFiles = { readonly certFile: string; readonly keyFile: string };

/** @throws Error when the files do not hold a certificate and its key. */
export const readCertificate = ({ certFile, keyFile }: CertificateFiles) => {
  try {
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `TLS_CERT_FILE ${certFile} and TLS_KEY_FILE ${keyFile} are no certificate with its key: ${reason}`,
      { cause: error },
    );
  }
};

/**
 * New connections get the new certificate as soon as both files belong together; open ones go on.
 * Looks at the files themselves, since they are often links that are pointed elsewhere.
 */
const followCertificate = (
  server: Server,
  files: CertificateFiles,
  logger: Logger,
  lookEveryMs = CERTIFICATE_POLL_MS,
): (() => void) => {
  const renew = () => {
    try {
      server.setSecureContext(readCertificate(files));
      logger.info({ certFile: files.certFile }, 'certificate renewed');
    } catch (error) {
      logger.warn({ err: error }, 'certificate kept, the new one is not usable');
    }
  };
  const watched = [files.certFile, files.keyFile];
  for (const file of watched) watchFile(file, { interval: lookEveryMs, persistent: false }, renew);
  return () => {
    for (const file of watched) unwatchFile(file, renew);
  };
};

/** Does so while the application runs, when it speaks HTTPS itself. */
export const renewCertificate = (
  fastify: FastifyInstance,
  files: CertificateFiles | null,
): void => {
  const { server, log } = fastify as { server: unknown; log: Logger };
  if (files === null || !(server instanceof Server)) return;
  const end = followCertificate(server, files, log);
  fastify.addHook('onClose', (_instance, done) => {
    end();
    done();
  });
};
