import { conflict } from './refused.js';

/** Author, reason and time of a manual closure, for deciders. */
export type Closure = {
  /** Actor as in the metadata of events, null if unknown. */
  readonly by: string | null;
  readonly reason: string;
  /** ISO 8601 UTC. */
  readonly at: string;
};

/** Accepts a repeat by the same actor for the same reason. @throws {Refused} `closed_already` */
export const requireSameClosing = (closed: Closure, by: string, reason: string): void => {
  if (closed.by === by && closed.reason === reason) return;
  const author = closed.by === null ? '' : ` by ${closed.by}`;
  throw conflict(
    'closed_already',
    `It was closed already, at ${closed.at}${author}, for this reason: ${closed.reason}. Your reason is not kept.`,
  );
};
