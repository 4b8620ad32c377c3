import { describe, expect, it } from '@jest/globals';
import { placeOf } from '../../../apps/console/src/pages/find/place-of.js';
import { part } from '../../../apps/parts.js';

const categories = [...new Set(part.jobs.map(({ category }) => category))];

describe('the console has a page about what every job works on', () => {
  it.each(categories)('%s', (category) => {
    const pages = /^\/(users|partners|settlements|deposits|orders|verifications)/;
    expect(placeOf(category, 'a.b.c')).toMatch(pages);
  });
});
