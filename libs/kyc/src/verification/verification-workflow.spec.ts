import { describe, expect, it } from '@jest/globals';
import type { Nudge } from '#platform/jobs/job.js';
import { checkVerification } from '../check-verification/check-verification.job.js';
import { concludeVerification } from '../conclude-verification/conclude-verification.job.js';
import { expireVerification } from '../expire-verification/expire-verification.job.js';
import { submitVerification } from '../submit-verification/submit-verification.job.js';
import type { VerificationEvent } from './verification.events.js';
import * as example from './verification.examples.js';
import { verificationWorkflow } from './verification.workflow.js';

const { nextWeek, noon } = example;
const id = 'v-1';
const inS = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

describe('what happens next', () => {
  it.each<[VerificationEvent, Nudge[]]>([
    [example.started, [{ kind: 'due', job: expireVerification, id, at: nextWeek }]],
    [example.expired, [{ kind: 'clear', job: expireVerification, id }]],
    [
      example.uploaded,
      [
        { kind: 'clear', job: expireVerification, id },
        { kind: 'now', job: submitVerification, id },
        { kind: 'due', job: submitVerification, id, at: inS(15) },
      ],
    ],
    [example.abandoned, []],
    [example.checkStarted, []],
    [
      example.checkAccepted,
      [
        { kind: 'clear', job: submitVerification, id },
        { kind: 'due', job: checkVerification, id, at: inS(30) },
      ],
    ],
    [
      example.reported,
      [
        { kind: 'now', job: checkVerification, id },
        { kind: 'due', job: checkVerification, id, at: inS(30) },
      ],
    ],
    [example.reviewAwaited, [{ kind: 'due', job: checkVerification, id, at: inS(30) }]],
    [
      example.decidedApproved,
      [
        { kind: 'clear', job: submitVerification, id },
        { kind: 'clear', job: checkVerification, id },
        { kind: 'now', job: concludeVerification, id },
        { kind: 'due', job: concludeVerification, id, at: inS(15) },
      ],
    ],
    [example.approved, [{ kind: 'clear', job: concludeVerification, id }]],
    [example.rejected, [{ kind: 'clear', job: concludeVerification, id }]],
  ])('after $type', (event, expected) => expect(verificationWorkflow(event)).toEqual(expected));

  it('leaves no wait behind at any end', () => {
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
  for (const { kind, job } of events.flatMap(verificationWorkflow))
    if (kind === 'due') due.add(job.name);
    else if (kind === 'clear') due.delete(job.name);
  return [...due];
};
