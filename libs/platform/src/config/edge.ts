import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

const GROUPS = ['loopback', 'linklocal', 'uniquelocal'];
const BITS = { 4: 32, 6: 128 } as const;

/** Addresses, networks (`10.0.0.0/8`) or names of well-known networks, with commas between. */
export const proxiesSchema = z.string().transform((text, context): readonly string[] => {
  const proxies = text.split(',').map((entry) => entry.trim());
  const wrong = proxies.filter((entry) => !GROUPS.includes(entry) && !isNetwork(entry));
  if (wrong.length > 0)
    context.addIssue(
      `must be addresses, networks or ${GROUPS.join(', ')}, not ${wrong.join(', ')}`,
    );
  return proxies;
});

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= BITS[version]);
};

const ORIGIN = 'must be an address without a path, like https://console.example';

/** As browsers write it in `Origin`: no path, no default port, lower case. */
export const originSchema = z
  .string()
  .refine((text) => originOf(text) !== null, ORIGIN)
  .transform((text) => originOf(text) ?? text);

const originOf = (text: string): string | null => {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
};

export const certificateFileSchema = z.string().refine(isReadable, {
  error: 'must be a file that this process can read',
});

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

export const certificateMistakes = (env: {
  readonly TLS_CERT_FILE?: string | undefined;
  readonly TLS_KEY_FILE?: string | undefined;
}): string[] =>
  (env.TLS_CERT_FILE === undefined) === (env.TLS_KEY_FILE === undefined)
    ? []
    : ['TLS_CERT_FILE, TLS_KEY_FILE: set both or neither'];
