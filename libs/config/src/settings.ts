import { parseRedisUrl } from './redis-url.js';
import { certificateMistakes, networks, origin, proxies, readableFile } from './edge.js';
import { readEncryptionKeys, readSigningKeys } from './keys.js';
import {
  ALLOWANCES,
  type Allowance,
  DEMO,
  productionMistakes,
  uncheckedTls,
} from './production.js';
import {
  type Rule,
  type Values,
  Wrong,
  httpAddress,
  matching,
  oneOf,
  optional,
  readVariables,
  setting,
  text,
  wholeNumber,
} from './rules.js';
import { signalVariables } from './observability.js';
import { STAFF_IDLE_DEFAULT_S, STAFF_SESSION_DEFAULT_S } from './timing.js';
import { DAY_S, MINUTE_S } from '#kernel/duration.js';

/** `AUTH_TOKEN_TTL_S` when it is not set. */
const AUTH_TOKEN_TTL_DEFAULT_S = 30 * MINUTE_S;
/** `REFRESH_TOKEN_TTL_S` when it is not set. */
const REFRESH_TOKEN_TTL_DEFAULT_S = DAY_S;
/** `KYC_TTL_S` when it is not set. */
const KYC_TTL_DEFAULT_S = 7 * DAY_S;
/** `DRAIN_S` when it is not set. `npm start` runs without a load balancer. */
const DRAIN_DEFAULT_S = 0;

/*
 * The one list of all variables. `npm start` loads this module before any package is installed:
 * neither it nor a module that it imports may import a package.
 */

const port = wholeNumber(1, 65_535);
const seconds = wholeNumber(1, 10 * 365 * 24 * 60 * 60);

const BARE_ADDRESS =
  'must be without user, password, query and fragment; set keys in their own variables';
const providerAddress: Rule<string> = (given) => {
  if (!/^[^@?#]*$/.test(httpAddress(given))) throw new Wrong(BARE_ADDRESS);
  return given;
};

const DOLLARS = /^\d{1,13}(\.\d{1,2})?$/;
const dollars = matching((given) => DOLLARS.test(given), 'must be dollars, like 10000.00');
const dollarsOrOff = matching(
  (given) => given === 'off' || DOLLARS.test(given),
  'must be dollars, like 10000.00, or off',
);

const switchWord = oneOf('on', 'off', 'true', 'false', '1', '0');
const onOrOff: Rule<boolean> = (given) => ['on', 'true', '1'].includes(switchWord(given));

const allowances: Rule<readonly Allowance[]> = (given) => {
  const words = given.split(',').map((word) => word.trim());
  const known = words.filter((word): word is Allowance => ALLOWANCES.includes(word as Allowance));
  if (known.length < words.length)
    throw new Wrong(`must be some of ${ALLOWANCES.join(', ')}, separated by commas`);
  return known;
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
export const COUNTRIES_RULE = 'must be ISO 3166 three-letter country codes, separated by commas';
const COUNTRIES = /^[A-Z]{3}(,[A-Z]{3})*$/;

const variables = {
  NODE_ENV: setting(oneOf('development', 'production', 'test'), 'development'),
  HOST: setting(text, '127.0.0.1'),
  API_PORT: setting(port, 3000),
  SANDBOX_PORT: setting(port, 4000),
  REDIS_PORT: setting(port, 6390),
  ...signalVariables,
  DATA_DIR: setting(text, './data'),
  LOG_LEVEL: setting(oneOf('debug', 'info', 'warn', 'error'), 'info'),
  EVENT_STORE_URL: optional(
    matching(
      (given) => /^(sqlite:.|esdb:\/\/.|esdb\+discover:\/\/.)/.test(given),
      'must begin with sqlite:, esdb:// or esdb+discover://',
    ),
  ),
  READ_MODELS_URL: optional(
    matching(
      (given) => /^(sqlite:.|postgres(ql)?:\/\/.)/.test(given),
      'must begin with sqlite: or postgres://',
    ),
  ),
  PROJECTOR_SHARDS: setting(wholeNumber(1, 64), 1),
  REDIS_URL: optional(
    matching(
      (given) => parseRedisUrl(given) !== null,
      'must be a redis://, rediss://, redis+sentinel:// or redis+cluster:// address, see .env.example',
    ),
  ),
  BROKER_URL: optional(providerAddress),
  BROKER_KEY_ID: setting(text, DEMO.BROKER_KEY_ID),
  BROKER_SECRET: setting(text, DEMO.BROKER_SECRET),
  BROKER_FIRM_ACCOUNT: setting(
    matching((given) => UUID.test(given), 'must be a UUID'),
    DEMO.BROKER_FIRM_ACCOUNT,
  ),
  IDENTITY_URL: optional(providerAddress),
  IDENTITY_SECRET_KEY: setting(text, DEMO.IDENTITY_SECRET_KEY),
  IDENTITY_PLAYBOOK_KEY: setting(text, DEMO.IDENTITY_PLAYBOOK_KEY),
  IDENTITY_WEBHOOK_SECRET: setting(
    matching(
      (given) => /^whsec_[A-Za-z0-9+/]+=*$/.test(given),
      'must be whsec_ followed by base64',
    ),
    DEMO.IDENTITY_WEBHOOK_SECRET,
  ),
  TRADING_COUNTRIES: setting(
    matching((given) => COUNTRIES.test(given), COUNTRIES_RULE),
    'ARG,AUS,BRA,CAN,CHL,COL,DEU,ESP,FRA,GBR,IND,ITA,JPN,MEX,NLD,PER,PRT,USA',
  ),
  TLS_CERT_FILE: optional(readableFile),
  TLS_KEY_FILE: optional(readableFile),
  TRUST_PROXY: optional(proxies),
  PUBLIC_ORIGIN: optional(origin),
  WEBHOOK_SOURCE_ADDRESSES: optional(networks),
  PARTNER_RATE_PER_S: setting(wholeNumber(1, 1_000_000), 1_000),
  ADDRESS_RATE_PER_S: setting(wholeNumber(1, 1_000_000), 300),
  FIRM_ACCOUNT_ALERT_USD: setting(dollars, '10000.00'),
  TWO_PERSON_REVERSALS_ABOVE_USD: setting(dollarsOrOff, '10000.00'),
  TWO_PERSON_TRANSFERS_ABOVE_USD: setting(dollarsOrOff, 'off'),
  DRAIN_S: setting(wholeNumber(0, 300), DRAIN_DEFAULT_S),
  AUTH_TOKEN_TTL_S: setting(seconds, AUTH_TOKEN_TTL_DEFAULT_S),
  REFRESH_TOKEN_TTL_S: setting(seconds, REFRESH_TOKEN_TTL_DEFAULT_S),
  KYC_TTL_S: setting(seconds, KYC_TTL_DEFAULT_S),
  STAFF_IDLE_S: setting(seconds, STAFF_IDLE_DEFAULT_S),
  STAFF_SESSION_S: setting(seconds, STAFF_SESSION_DEFAULT_S),
  RETENTION_YEARS: setting(wholeNumber(0, 100), 6),
  BACKUP_DAYS: setting(wholeNumber(1, 3_650), 35),
  DEMO: optional(onOrOff),
  QUEUE_ACTIONS: optional(onOrOff),
  ENCRYPTION_KEYS: optional(readEncryptionKeys),
  SIGNING_KEYS: optional(readSigningKeys),
  ALLOW_IN_PRODUCTION: setting(allowances, []),
  CRASH_POINTS: optional(text),
  CHEAP_PASSWORDS: optional(onOrOff),
};

export type Settings = Values<typeof variables>;

/**
 * Reads all variables and checks those that depend on each other. `mistakes` has one line per
 * mistake.
 */
export const readEnvironment = (
  env: NodeJS.ProcessEnv,
): { readonly settings: Settings; readonly mistakes: readonly string[] } => {
  const { values: settings, mistakes } = readVariables(variables, env);
  if (mistakes.length > 0) return { settings, mistakes };
  const production =
    settings.NODE_ENV === 'production'
      ? [...productionMistakes(settings), ...uncheckedTls(env)]
      : [];
  return { settings, mistakes: [...certificateMistakes(settings), ...production] };
};
