import type { Stream } from '../event-store/stream.js';
import { type AttemptEvent, parseAttemptEvent } from './attempt.events.js';

export type AttemptRule = {
  /** Kind of secret, part of the stream's name. */
  readonly kind: string;
  /** Failures within the window after which further attempts are rejected. */
  readonly max: number;
  /** Failures of one origin after which further attempts from there are rejected. */
  readonly placeMax?: number;
  readonly windowS: number;
  /** Error text for the caller. */
  readonly detail: string;
};

/** `at`: ISO 8601 UTC. `place`: hash of the origin, empty if unknown. */
export type Failure = { readonly at: string; readonly place: string };

/** Failed attempts of one window, oldest first. */
export const attempts: Stream<readonly Failure[], AttemptEvent> = {
  category: 'attempt',
  initial: [],
  evolve: (failures, event) => {
    switch (event.type) {
      case 'AttemptFailed':
        return [...failures, { at: event.data.at, place: event.data.place ?? '' }];
      case 'AttemptsForgiven':
        return [];
    }
  },
  parse: parseAttemptEvent,
};

/** Returns the stream id of a window. The last two windows contain all failures that count. */
export const windowId = ({ kind, windowS }: AttemptRule, subject: string, now: Date, ago: 0 | 1) =>
  `${kind}-${subject}-${Math.floor(now.getTime() / 1_000 / windowS) - ago}`;

/** Returns the seconds until another attempt is allowed, 0 if it is allowed now. */
export const lockedForS = (
  { max, windowS }: Pick<AttemptRule, 'max' | 'windowS'>,
  failures: readonly Pick<Failure, 'at'>[],
  now: Date,
): number => {
  const since = now.getTime() - windowS * 1_000;
  const counting = failures.map(({ at }) => Date.parse(at)).filter((atMs) => atMs > since);
  const decisive = counting.sort((a, b) => a - b).at(-max);
  return decisive === undefined ? 0 : Math.ceil((decisive - since) / 1_000);
};
