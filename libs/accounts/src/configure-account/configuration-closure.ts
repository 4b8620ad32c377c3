import type { ManualClosure } from '#operations/attention/manual-closure.js';
import { configureAccount } from '../jobs.js';

/** A request ends with the broker's response. It holds up nothing else. */
export const configurationClosing: ManualClosure = {
  job: configureAccount.name,
  inWords: 'It ends with the response of the broker. The account can be used meanwhile.',
  close: null,
};
