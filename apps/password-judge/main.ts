import { parentPort } from 'node:worker_threads';
import { type NewPassword, isGuessable } from '#staff/guessable';

/** A thread of the api: what an estimate takes, tens of milliseconds, nobody else is to wait for. */
parentPort?.on('message', (asked: NewPassword) => {
  void isGuessable(asked).then((answer) => parentPort?.postMessage(answer));
});
