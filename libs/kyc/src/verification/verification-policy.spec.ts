import { describe, expect, it } from '@jest/globals';
import type { JobAction } from '#kernel/jobs/job.js';
import {
  checkVerification,
  concludeVerification,
  expireVerification,
  submitVerification,
} from '../jobs.js';
import type { VerificationEvent } from './verification.events.js';
import * as example from './verification.examples.js';
import { verificationPolicy } from './verification.policy.js';

const { nextWeek, noon } = example;
const id = 'v-1';
const inS = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

describe('the policy', () => {
  it.each<[VerificationEvent, JobAction[]]>([
    [example.started, [{ kind: 'schedule', job: expireVerification, id, at: nextWeek }]],
    [example.expired, [{ kind: 'cancel', job: expireVerification, id }]],
    [
      example.uploaded,
      [
        { kind: 'cancel', job: expireVerification, id },
        { kind: 'enqueue', job: submitVerification, id },
        { kind: 'schedule', job: submitVerification, id, at: inS(15) },
      ],
    ],
    [example.abandoned, []],
    [example.checkStarted, []],
    [
      example.checkAccepted,
      [
        { kind: 'cancel', job: submitVerification, id },
        { kind: 'schedule', job: checkVerification, id, at: inS(30) },
      ],
    ],
    [
      example.reported,
      [
        { kind: 'enqueue', job: checkVerification, id },
        { kind: 'schedule', job: checkVerification, id, at: inS(30) },
      ],
    ],
    [example.reviewAwaited, [{ kind: 'schedule', job: checkVerification, id, at: inS(30) }]],
    [
      example.decidedApproved,
      [
        { kind: 'cancel', job: submitVerification, id },
        { kind: 'cancel', job: checkVerification, id },
        { kind: 'enqueue', job: concludeVerification, id },
        { kind: 'schedule', job: concludeVerification, id, at: inS(15) },
      ],
    ],
    [example.approved, [{ kind: 'cancel', job: concludeVerification, id }]],
    [example.rejected, [{ kind: 'cancel', job: concludeVerification, id }]],
  ])('after $type', (event, expected) => expect(verificationPolicy(event)).toEqual(expected));

  it('cancels all polls at each end', () => {
    const { started, uploaded, checkStarted, checkAccepted, reported, reviewAwaited } = example;
    const review = [started, uploaded, checkStarted, checkAccepted, reported, reviewAwaited];
    const ends = [
      [started, example.expired],
      [...review, example.decidedApproved, example.approved],
      [started, uploaded, reported, example.decidedRejected, example.rejected],
    ];
    for (const history of ends) expect(standing(history)).toEqual([]);
  });
});

/** Jobs that are still due after these events. */
const standing = (events: readonly VerificationEvent[]): string[] => {
  const due = new Set<string>();
  for (const { kind, job } of events.flatMap(verificationPolicy))
    if (kind === 'schedule') due.add(job.name);
    else if (kind === 'cancel') due.delete(job.name);
  return [...due];
};
