import { ownValue } from '#kernel/own-value.js';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { brokerage } from '#client';
import { Transport, Unreachable } from './transport.js';
import { Walk } from './walk.js';
import { WebhookReceiver } from './webhook-receiver.js';

const amount = (text: string): string => {
  if (/^\d+\.\d{2}$/.test(text)) return text;
  throw new InvalidArgumentError('Give dollars and cents, like 250.00.');
};

const program = new Command('tour')
  .description('Takes one user through the public API of a running service, and shows every call.')
  .option('--amount <usd>', 'amount of the deposit', amount, '250.00')
  .option('--second', 'uses the second demo partner')
  .option('--brief', 'one line per step')
  .option('--webhooks', 'receives the events of the user as webhooks, and shows each of them')
  .addHelpText('after', '\nExample: npm run tour -- --amount 100.00 --brief')
  .parse();

const options = program.opts<{ amount: string; second?: true; brief?: true; webhooks?: true }>();
const given = (name: string, otherwise: string) => ownValue(process.env, name) || otherwise;
const host = given('HOST', '127.0.0.1');
const scheme = process.env['TLS_CERT_FILE'] ? 'https' : 'http';
const api = `${scheme}://${host}:${given('API_PORT', '3000')}`;
const sandbox = `http://${host}:${given('SANDBOX_PORT', '4000')}`;

/** Returns whether npm start runs on this directory. */
const isRunning = (folder: string): boolean => {
  try {
    return process.kill(Number(readFileSync(join(folder, 'run', 'supervisor.pid'), 'utf8')), 0);
  } catch {
    return false;
  }
};

type Demo = Record<
  'partner' | 'secondPartner',
  { id: string; apiKey: string; email: string; password: string }
>;

try {
  const folder = given('DATA_DIR', './data');
  const file = join(folder, 'demo.json');
  if (!existsSync(file)) {
    throw new Error(
      `${resolve(folder)} lacks demo sign-ins: run npm start first, or set DATA_DIR to the service's directory.`,
    );
  }
  const demo = JSON.parse(readFileSync(file, 'utf8')) as Demo;
  const partner = options.second === true ? demo.secondPartner : demo.partner;
  const transport = new Transport(options.brief === true, () => isRunning(folder));
  const client = brokerage({ baseUrl: api, ...partner, fetch: transport.send });
  const walk = new Walk(client, transport, sandbox, partner.id);
  if (options.webhooks !== true) await walk.go(options.amount);
  else {
    const receiver = new WebhookReceiver(client, transport);
    try {
      await receiver.open();
      await receiver.expect('order.filled', await walk.go(options.amount));
    } finally {
      await receiver.close();
    }
  }
} catch (error) {
  const { message } = error as Error;
  console.error(`tour: ${message}`);
  if (error instanceof Unreachable)
    console.error(
      `Is the service running at ${api}? Run npm start in another terminal and wait for ready. If it has another API_PORT or SANDBOX_PORT, export the same values here.`,
    );
  process.exitCode = 1;
}
