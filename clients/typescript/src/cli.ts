#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { brokerage } from './index.js';
import { listen, newSecret } from './listen.js';

const USAGE = `partner-brokerage listen --forward <url> [--types <type,…>] [--after <event id>]

Posts the events of your feed to a local address, signed like webhooks. Starts with the next new event,
or after the event in --after.

Variables:
  BROKERAGE_URL       address of the API
  BROKERAGE_API_KEY   your API key
  BROKERAGE_EMAIL     sign-in of a partner user
  BROKERAGE_PASSWORD
  WEBHOOK_SECRET      signing secret (whsec_…); default: a new secret in each run`;

/** The arguments or variables of the command are wrong. */
class UsageError extends Error {}

const OPTIONS = {
  forward: { type: 'string' },
  types: { type: 'string' },
  after: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const readArguments = () => {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const variable = (name: string): string => {
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  throw new UsageError(`set the variable ${name}`);
};

const address = (text: string, name: string): string => {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new UsageError(`${name} is not an address: ${text}`);
};

const run = async (): Promise<void> => {
  const { values, positionals } = readArguments();
  if (values.help === true) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (positionals.join(' ') !== 'listen') throw new UsageError('the only command is listen');
  if (values.forward === undefined) throw new UsageError('--forward is missing');
  const api = brokerage({
    baseUrl: address(variable('BROKERAGE_URL'), 'BROKERAGE_URL'),
    apiKey: variable('BROKERAGE_API_KEY'),
    email: variable('BROKERAGE_EMAIL'),
    password: variable('BROKERAGE_PASSWORD'),
  });
  await listen(api, {
    forward: address(values.forward, '--forward'),
    secret: process.env['WEBHOOK_SECRET'] || newSecret(),
    after: values.after,
    types: values.types?.split(','),
    say: (line) => process.stdout.write(`${line}\n`),
  });
};

try {
  await run();
} catch (error) {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
  process.stderr.write(`${reason}\n${error instanceof UsageError ? `\n${USAGE}\n` : ''}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
