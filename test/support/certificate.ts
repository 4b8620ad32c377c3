import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A certificate for localhost and 127.0.0.1 with its key, in PEM. */
export const makeCertificate = async (commonName: string) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
      { name: 'basicConstraints', cA: true },
    ],
  });
  return { cert, key };
};

export type CertificateFolder = {
  readonly certFile: string;
  readonly keyFile: string;
  put(pair: { readonly cert: string; readonly key: string }): void;
  remove(): void;
};

/** Paths of a server's certificate and key. */
export const certificateFolder = (): CertificateFolder => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  return {
    certFile,
    keyFile,
    put: ({ cert, key }) => {
      writeFileSync(keyFile, key, { mode: 0o600 });
      writeFileSync(certFile, cert);
    },
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
};
