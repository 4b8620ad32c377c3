import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { Wrong, matching, type Rule } from './rules.js';

const GROUPS = ['loopback', 'linklocal', 'uniquelocal'];
const BITS = { 4: 32, 6: 128 } as const;

/** Addresses, networks (`10.0.0.0/8`) or names of well-known networks, separated by commas. */
export const proxies: Rule<readonly string[]> = (text) => {
  const entries = text.split(',').map((entry) => entry.trim());
  const wrong = entries.filter((entry) => !GROUPS.includes(entry) && !isNetwork(entry));
  if (wrong.length > 0)
    throw new Wrong(`must be addresses, networks or ${GROUPS.join(', ')}, not ${wrong.join(', ')}`);
  return entries;
};

/** Addresses or networks, separated by commas. */
export const networks: Rule<readonly string[]> = (text) => {
  const entries = text.split(',').map((entry) => entry.trim());
  const wrong = entries.filter((entry) => !isNetwork(entry));
  if (wrong.length > 0) throw new Wrong(`must be addresses or networks, not ${wrong.join(', ')}`);
  return entries;
};

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= BITS[version]);
};

const ORIGIN = 'must be an address without a path, like https://console.example';

/**
 * Returns the origin as browsers write it in `Origin`: without path and default port, in lower
 * case.
 */
export const origin: Rule<string> = (text) => {
  const found = originOf(text);
  if (found === null) throw new Wrong(ORIGIN);
  return found;
};

const originOf = (text: string): string | null => {
  if (!URL.canParse(text)) return null;
  const { protocol, origin: found, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${found}/` ? found : null;
};

const isReadable = (file: string): boolean => {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

export const readableFile = matching(isReadable, 'must be a file that this process can read');

export const certificateMistakes = (env: {
  readonly TLS_CERT_FILE?: string | undefined;
  readonly TLS_KEY_FILE?: string | undefined;
}): string[] =>
  (env.TLS_CERT_FILE === undefined) === (env.TLS_KEY_FILE === undefined)
    ? []
    : ['TLS_CERT_FILE, TLS_KEY_FILE: set both or neither'];
