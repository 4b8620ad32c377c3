import { Worker } from 'node:worker_threads';
import type { Argon2Parameters } from 'node:crypto';

/** Text, so that it needs no file of its own beside a bundle. */
const SCRIPT = `
const { argon2Sync } = require('node:crypto');
const { parentPort } = require('node:worker_threads');
parentPort.on('message', (parameters) => {
  try {
    parentPort.postMessage({ tag: argon2Sync('argon2id', parameters) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});`;

type Answer = { readonly tag: Uint8Array } | { readonly error: Error };

/**
 * A thread for hashes, made when it is first needed: Node's own four threads are for files and
 * names, which must not wait behind passwords. It is given one hash at a time.
 */
export class HashThread {
  private worker: Worker | null = null;

  hash(parameters: Argon2Parameters): Promise<Buffer> {
    const worker = (this.worker ??= new Worker(SCRIPT, { eval: true, execArgv: [] }));
    // An idle thread does not keep the process; one at work does.
    worker.ref();
    return new Promise((resolve, reject) => {
      const settle = () => {
        worker.removeListener('message', onMessage).removeListener('error', onEnd);
        worker.removeListener('exit', onEnd).unref();
      };
      const onMessage = (answer: Answer) => {
        settle();
        if ('tag' in answer) resolve(Buffer.from(answer.tag));
        else reject(answer.error);
      };
      const onEnd = (reason: unknown) => {
        settle();
        this.worker = null;
        reject(new Error('The thread for hashes ended', { cause: reason }));
      };
      worker.once('message', onMessage).once('error', onEnd).once('exit', onEnd);
      worker.postMessage(parameters);
    });
  }
}
