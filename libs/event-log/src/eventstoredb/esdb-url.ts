import { isIP } from 'node:net';
import { ownValue } from '#kernel/own-value.js';

/** A connection that answers no keep-alive for this long is dead: half of the client's own. */
const ESDB_KEEP_ALIVE_TIMEOUT_MS = 5_000;
/** A node that is asked which one leads, and says nothing for this long, is left for the next; whole seconds. */
const ESDB_GOSSIP_TIMEOUT_MS = 2_000;

export type EsdbUrl = {
  /** Connection string for the client. It may contain the password, so it is never logged. */
  readonly connection: string;
  readonly credentials: { readonly username: string; readonly password: string };
  /** Whether the client asks several nodes which of them leads. */
  readonly isCluster: boolean;
};

const SHAPE =
  /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:@/?]+):(?<password>[^:@/?]+)@)?(?<hosts>[^@/?]+)\/?(?:\?(?<options>.+))?$/;
const HOST = /^[a-z0-9._-]+(:[0-9]{1,5})?$/i;
const WHOLE = /^[0-9]{1,9}$/;
const SAYING = /^[^&?#]+$/;

/** Everything the client understands that does no harm here. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  tls: /^(true|false)$/,
  tlsCAFile: SAYING,
  userCertFile: SAYING,
  userKeyFile: SAYING,
  connectionName: SAYING,
  /** A follower may return old data: a claim that it does not know would count as free. */
  nodePreference: /^leader$/,
  maxDiscoverAttempts: WHOLE,
  discoveryInterval: WHOLE,
  gossipTimeout: WHOLE,
  defaultDeadline: WHOLE,
  keepAliveInterval: WHOLE,
  keepAliveTimeout: WHOLE,
};

/** A dead connection is given up after 10 s of silence and this, instead of twice 10 s. */
const KEEP_ALIVE_TIMEOUT = `keepAliveTimeout=${ESDB_KEEP_ALIVE_TIMEOUT_MS}`;

/** A seed that is silent is left for the next one after this, instead of 5 s. */
const GOSSIP_TIMEOUT = `gossipTimeout=${ESDB_GOSSIP_TIMEOUT_MS / 1_000}`;

/** Without a user, an insecure node ignores these; they choose the client's unary append path. */
const NOBODY = { username: 'nobody', password: 'nobody' };

/**
 * Checks a connection string before the client does, whose own complaints quote it, password and
 * all, in errors and on the console.
 * @throws {Error} says what is wrong without quoting.
 */
export const parseEsdbUrl = (url: string): EsdbUrl => {
  const { user, password, hosts = '', options } = SHAPE.exec(url)?.groups ?? {};
  if (hosts.split(',').some((host) => !HOST.test(host)))
    throw wrong('it reads esdb://[user:password@]host[:port][,…][?option=value&…]');
  const given = (options ?? '').split('&').filter((text) => options !== undefined || text !== '');
  for (const option of given) checkOption(option);
  if (!given.includes('tls=false') && hosts.split(',').some(isAddress))
    throw wrong('with TLS, each server is named by its host name, not by its IP address');
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

/** TLS compares the host name with the certificate, and RFC 6066 forbids an IP address as server name. */
const isAddress = (host: string): boolean => isIP(host.replace(/:[0-9]+$/, '')) !== 0;

const checkOption = (option: string): void => {
  const [key = '', value = '', ...rest] = option.split('=');
  const rule = ownValue(OPTIONS, key);
  if (rule === undefined || rest.length > 0)
    throw wrong(`an option it does not know; there are ${Object.keys(OPTIONS).join(', ')}`);
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
