import { describe, expect, it } from '@jest/globals';
import { EVERY_15_S, type JobKind, enqueue } from '#kernel/jobs/job.js';
import { mergeRegistrations } from './feature-registration.js';
import type { RegisteredPolicy } from './registry.js';

const job = (name: string): JobKind => ({
  ...{ queue: 'onboarding', name, category: 'user', poll: EVERY_15_S },
});
const part = (name: string, category = 'user') => {
  const policy: RegisteredPolicy = { category, jobActions: () => [enqueue(job(name), 'u-1')] };
  return { jobs: [job(name)], policies: [policy], readModels: [] };
};

describe('merged registrations', () => {
  it('run all policies of one stream', () => {
    const { policies } = mergeRegistrations([part('a'), part('b', 'order'), part('c')]);
    const event = { type: 'UserClosed', data: {} };
    expect(policies.map(({ category }) => category)).toEqual(['user', 'order']);
    expect(policies[0]?.jobActions(event).map((jobAction) => jobAction.job.name)).toEqual([
      'a',
      'c',
    ]);
  });

  it('reject a job name that occurs twice', () =>
    expect(() => mergeRegistrations([part('a'), part('a')])).toThrow('Two jobs are called a'));
});
