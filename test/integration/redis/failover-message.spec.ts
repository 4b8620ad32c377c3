import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { connectRedis } from '#redis/open-redis.js';
import type { RedisClient } from '#redis/script.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Long enough for a message to arrive from one socket of this process at another. */
const ARRIVES_MS = 200;

type Answer = (command: readonly string[], from: Socket) => Promise<string> | string;

/** Speaks just enough of the protocol, and remembers its connections. */
class ScriptedRedis {
  readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(answer: Answer): Promise<ScriptedRedis> {
    const server = createServer();
    const scripted = new ScriptedRedis(server);
    server.on('connection', (socket) => scripted.serve(socket, answer));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return scripted;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  drop(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.drop();
    await new Promise((done) => this.server.close(done));
  }

  private serve(socket: Socket, answer: Answer): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    let answered = Promise.resolve();
    socket.on('data', (chunk: Buffer) => {
      for (const command of commandsIn(chunk.toString()))
        answered = answered.then(async () => void socket.write(await answer(command, socket)));
    });
  }
}

/** `*2\r\n$4\r\nPING\r\n…`: no text in these tests has a line end in it. */
const commandsIn = (text: string): string[][] => {
  const commands: string[][] = [];
  for (const line of text.split('\r\n'))
    if (line.startsWith('*')) commands.push([]);
    else if (!line.startsWith('$') && line !== '') commands.at(-1)?.push(line);
  return commands;
};

/** `>`: what nobody asked for. */
const list = (texts: readonly string[], sign = '*'): string =>
  `${sign}${texts.length}\r\n${texts.map((text) => `$${text.length}\r\n${text}\r\n`).join('')}`;

const GREETINGS = new Map([
  ['HELLO', '%1\r\n$5\r\nproto\r\n:3\r\n'],
  ['INFO', '$19\r\nredis_version:7.0.0\r\n'],
  ['PING', '+PONG\r\n'],
]);

/** Something that is waited for, and what lets it happen. */
const signal = () => {
  let happen = (): void => undefined;
  const happened = new Promise<null>((done) => (happen = () => done(null)));
  return { happened, happen };
};

let master: ScriptedRedis;
let sentinel: ScriptedRedis;
let redis: RedisClient;
/** Of the question where the master is. */
let asked: ReturnType<typeof signal>;
let answered: ReturnType<typeof signal>;
const listeners = new Set<Socket>();

const greet: Answer = ([name = '']) => GREETINGS.get(name.toUpperCase()) ?? '+OK\r\n';

beforeEach(async () => {
  listeners.clear();
  [asked, answered] = [signal(), signal()];
  answered.happen();
  master = await ScriptedRedis.start(greet);
  sentinel = await ScriptedRedis.start(async (command, from) => {
    const [name = '', sub = ''] = command;
    if (name.toLowerCase() === 'subscribe') {
      listeners.add(from);
      return `>3\r\n$9\r\nsubscribe\r\n$${sub.length}\r\n${sub}\r\n:1\r\n`;
    }
    if (sub === 'sentinels') return '*0\r\n';
    if (sub !== 'get-master-addr-by-name') return greet(command, from);
    asked.happen();
    await answered.happened;
    return list(['127.0.0.1', String(master.port)]);
  });
  redis = connectRedis(`redis+sentinel://127.0.0.1:${sentinel.port}/brokerage`, quiet);
});
afterEach(async () => {
  answered.happen();
  redis.disconnect();
  await Promise.all([master.stop(), sentinel.stop()]);
});

it('a connection that sentinels tell of a failover while it begins comes to be all the same', async () => {
  expect(await redis.ping()).toBe('PONG');
  await sleep(ARRIVES_MS);
  [asked, answered] = [signal(), signal()];
  master.drop();
  await asked.happened;
  for (const listener of listeners)
    listener.write(list(['message', '+switch-master', 'brokerage 127.0.0.1 1 127.0.0.1 2'], '>'));
  await sleep(ARRIVES_MS);
  answered.happen();
  const ready = new Promise((done) => redis.once('ready', () => done('ready')));
  const ended = new Promise((done) => redis.once('end', () => done('ended for ever')));
  expect(await Promise.race([ready, ended])).toBe('ready');
  expect(await redis.ping()).toBe('PONG');
});
