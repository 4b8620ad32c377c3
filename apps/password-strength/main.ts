import { parentPort } from 'node:worker_threads';
import { type NewPassword, isGuessable } from '#staff/change-password/guessable.js';

/** Thread of the API: an estimate takes tens of ms and would block other requests. */
parentPort?.on('message', (asked: NewPassword) => {
  void isGuessable(asked).then((answer) => parentPort?.postMessage(answer));
});
