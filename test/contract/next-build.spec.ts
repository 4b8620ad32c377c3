import { expect, it } from '@jest/globals';
import { patched } from '../cluster/rolling/builds.js';
import { ONE_MORE } from '../cluster/rolling/one-more.js';

it.each(ONE_MORE)('the next version of $file can be made of this one', (patch) => {
  expect(patched(patch)).toMatch(/remark|creditedCents/);
});
