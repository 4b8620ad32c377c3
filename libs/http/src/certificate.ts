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
export const renewCertificate = (
  fastify: FastifyInstance,
  files: CertificateFiles | null,
): void => {
  const { server, log } = fastify as { server: unknown; log: Logger };
  if (files === null || !(server instanceof Server)) return;
  const renew = () => {
    try {
      server.setSecureContext(readCertificate(files));
      log.info({ certFile: files.certFile }, 'certificate renewed');
    } catch (error) {
      log.warn({ err: error }, 'rejected an unusable certificate, keeping the previous one');
    }
  };
  const watched = [files.certFile, files.keyFile];
  const interval = CERTIFICATE_POLL_MS;
  for (const file of watched) watchFile(file, { interval, persistent: false }, renew);
  fastify.addHook('onClose', (_instance, done) => {
    for (const file of watched) unwatchFile(file, renew);
    done();
  });
};
