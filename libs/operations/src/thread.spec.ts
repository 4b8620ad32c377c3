import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';
import { Thread } from './thread.js';

const SCRIPT = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', (asked) => {
  if (asked === 'exit') process.exit(3);
  if (asked === 'answer and exit') setImmediate(() => process.exit(0));
  if (asked === 'throw') throw new Error('cannot');
  parentPort.postMessage(asked + '!');
});`;

const made = () => {
  const workers: Worker[] = [];
  const thread = new Thread<string, string>(() => {
    const worker = new Worker(SCRIPT, { eval: true, execArgv: [] });
    workers.push(worker);
    return worker;
  });
  return { thread, workers };
};

describe('a thread', () => {
  it('is started once and replies to each message', async () => {
    const { thread, workers } = made();
    expect(workers).toHaveLength(0);
    expect([await thread.ask('a'), await thread.ask('b')]).toEqual(['a!', 'b!']);
    expect(workers).toHaveLength(1);
  });

  it.each([
    ['throw', new Error('cannot')],
    ['exit', 3],
  ])(
    'that ends during a call (%s) reports the cause, and the next call starts another',
    async (asked, cause) => {
      const { thread, workers } = made();
      await expect(thread.ask(asked)).rejects.toMatchObject({ cause });
      expect(await thread.ask('again')).toBe('again!');
      expect(workers).toHaveLength(2);
    },
  );

  it('that ended while idle is replaced', async () => {
    const { thread, workers } = made();
    const answered = thread.ask('answer and exit');
    const ended = once(workers[0]!, 'exit');
    await Promise.all([answered, ended]);
    expect(await thread.ask('again')).toBe('again!');
    expect(workers).toHaveLength(2);
  });
});
