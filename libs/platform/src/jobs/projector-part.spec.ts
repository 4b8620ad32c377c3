import { describe, expect, it } from '@jest/globals';
import { EVERY_15_S, type JobKind, now } from './job.js';
import { joinParts } from './projector-part.js';
import type { RegisteredWorkflow } from './registry.js';

const job = (name: string): JobKind => ({
  ...{ queue: 'onboarding', name, category: 'user', again: EVERY_15_S },
});
const part = (name: string, category = 'user') => {
  const workflow: RegisteredWorkflow = { category, nudges: () => [now(job(name), 'u-1')] };
  return { jobs: [job(name)], workflows: [workflow], readModels: [] };
};

describe('parts of features', () => {
  it('that react to one stream are all asked', () => {
    const { workflows } = joinParts([part('a'), part('b', 'order'), part('c')]);
    const event = { type: 'UserClosed', data: {} };
    expect(workflows.map(({ category }) => category)).toEqual(['user', 'order']);
    expect(workflows[0]?.nudges(event).map((nudge) => nudge.job.name)).toEqual(['a', 'c']);
  });

  it('with one job twice are refused', () =>
    expect(() => joinParts([part('a'), part('a')])).toThrow('Two jobs are called a'));
});
