import { describe, expect, it } from '@jest/globals';
import { pathFor } from '../../../apps/console/src/pages/find/path-for.js';
import { part } from '../../../apps/features.js';

const categories = [...new Set(part.jobs.map(({ category }) => category))];

describe('the console has a page about what every job works on', () => {
  it.each(categories)('%s', (category) => {
    const pages = /^\/(users|partners|settlements|deposits|orders|verifications|find\/transfer)/;
    expect(pathFor(category, 'a.b.c')).toMatch(pages);
  });
});
