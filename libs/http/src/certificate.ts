import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { Server, createSecureContext } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '#kernel/logger.js';

/** Interval of the check for a changed certificate. */
const CERTIFICATE_POLL_MS = 2_000;

export type CertificateFiles = { readonly certFile: string; readonly keyFile: string };

/** @throws {Error} if the files are not a certificate and its key */
export const readCertificate = ({ certFile, keyFile }: CertificateFiles) => {
  try {
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `TLS_CERT_FILE ${certFile} and TLS_KEY_FILE ${keyFile} are not a certificate and its key: ${reason}`,
      { cause: error },
    );
  }
};

/**
 * Uses a new certificate for new connections as soon as both files match. Open connections
 * continue. Polls the files, because they are often symbolic links.
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
      logger.warn({ err: error }, 'rejected an unusable certificate, keeping the previous one');
    }
  };
  const watched = [files.certFile, files.keyFile];
  for (const file of watched) watchFile(file, { interval: lookEveryMs, persistent: false }, renew);
  return () => {
    for (const file of watched) unwatchFile(file, renew);
  };
};

/** Follows the certificate files while the application serves HTTPS. */
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
