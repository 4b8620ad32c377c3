import { isIP } from 'node:net';
import { ownValue } from '#kernel/own-value.js';

/** Time without a keep-alive response after which a connection is dead. The client's default is 10 s. */
const ESDB_KEEP_ALIVE_TIMEOUT_MS = 5_000;
/** Timeout of a request for the leader to one node, in whole seconds. The client's default is 5 s. */
const ESDB_GOSSIP_TIMEOUT_MS = 2_000;

export type EsdbUrl = {
  /** Connection string for the client. It may contain the password, so it is never logged. */
  readonly connection: string;
  readonly credentials: { readonly username: string; readonly password: string };
  /** Whether the client finds the leader among several nodes. */
  readonly isCluster: boolean;
};

const SHAPE =
  /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:@/?]+):(?<password>[^:@/?]+)@)?(?<hosts>[^@/?]+)\/?(?:\?(?<options>.+))?$/;
const HOST = /^[a-z0-9._-]+(:[0-9]{1,5})?$/i;
const WHOLE = /^[0-9]{1,9}$/;
const TEXT = /^[^&?#]+$/;

/** Allowed options of the client, with their values. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  tls: /^(true|false)$/,
  tlsCAFile: TEXT,
  userCertFile: TEXT,
  userKeyFile: TEXT,
  connectionName: TEXT,
  /** A follower may return old data. A claim that it lacks would count as free. */
  nodePreference: /^leader$/,
  maxDiscoverAttempts: WHOLE,
  discoveryInterval: WHOLE,
  gossipTimeout: WHOLE,
  defaultDeadline: WHOLE,
  keepAliveInterval: WHOLE,
  keepAliveTimeout: WHOLE,
};

const KEEP_ALIVE_TIMEOUT = `keepAliveTimeout=${ESDB_KEEP_ALIVE_TIMEOUT_MS}`;

const GOSSIP_TIMEOUT = `gossipTimeout=${ESDB_GOSSIP_TIMEOUT_MS / 1_000}`;

/** Credentials for an insecure node, which ignores them. With them the client appends by unary calls. */
const NOBODY = { username: 'nobody', password: 'nobody' };

/**
 * Parses a connection string before the client does, whose errors and console output quote the
 * password.
 * @throws {Error} with the cause, but without the string.
 */
export const parseEsdbUrl = (url: string): EsdbUrl => {
  const { user, password, hosts = '', options } = SHAPE.exec(url)?.groups ?? {};
  if (hosts.split(',').some((host) => !HOST.test(host)))
    throw wrong('the form is esdb://[user:password@]host[:port][,…][?option=value&…]');
  const given = (options ?? '').split('&').filter((text) => options !== undefined || text !== '');
  for (const option of given) checkOption(option);
  if (!given.includes('tls=false') && hosts.split(',').some(isAddress))
    throw wrong('with TLS, use host names instead of IP addresses');
  const isCluster = url.startsWith('esdb+discover:') || hosts.includes(',');
  const more = (isCluster ? [KEEP_ALIVE_TIMEOUT, GOSSIP_TIMEOUT] : [KEEP_ALIVE_TIMEOUT]).filter(
    (option) => !given.some((one) => one.startsWith(option.slice(0, option.indexOf('=') + 1))),
  );
  const base = options === undefined ? url.replace(/\/$/, '') : url.slice(0, url.indexOf('?'));
  return {
    connection: `${base}?${[...given, ...more].join('&')}`,
    isCluster,
    credentials:
      user === undefined || password === undefined
        ? NOBODY
        : { username: decoded(user), password: decoded(password) },
  };
};

/** RFC 6066 forbids an IP address as server name, so TLS could not check the certificate. */
const isAddress = (host: string): boolean => isIP(host.replace(/:[0-9]+$/, '')) !== 0;

const checkOption = (option: string): void => {
  const [key = '', value = '', ...rest] = option.split('=');
  const rule = ownValue(OPTIONS, key);
  if (rule === undefined || rest.length > 0)
    throw wrong(`unknown option; allowed are ${Object.keys(OPTIONS).join(', ')}`);
  if (!rule.test(value)) throw wrong(`the value of ${key}`);
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('user or password are not percent-encoded');
  }
};

const wrong = (what: string): Error => new Error(`the event store URL is wrong: ${what}`);
