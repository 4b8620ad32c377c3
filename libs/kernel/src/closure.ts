import { conflict } from './refused.js';

/** Author, reason and time of a manual closure, for deciders. */
export type Closure = {
  /** An actor as events name it; null where that is not known. */
  readonly by: string | null;
  readonly reason: string;
  /** ISO 8601 UTC. */
  readonly at: string;
};

/** A repeat by the same actor for the same reason passes. @throws {Refused} `closed_already`. */
export const requireSameClosing = (closed: Closure, by: string, reason: string): void => {
  if (closed.by === by && closed.reason === reason) return;
  const who = closed.by === null ? '' : ` by ${closed.by}`;
  throw conflict(
    'closed_already',
    `It was closed already, at ${closed.at}${who}, for this reason: ${closed.reason}. Your reason is not kept.`,
  );
};
