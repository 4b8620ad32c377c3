import { describe, expect, it } from '@jest/globals';
import { formErrors } from './form-errors.js';

const fault = (pointer: string, detail: string) => ({ pointer, code: 'x', detail });
const dollars = 'must be dollars, like 1250.00';

describe('the messages above a form', () => {
  it('contain an error without a field', () =>
    expect(formErrors({ detail: 'There are two keys already', errors: [] }, [])).toEqual([
      'There are two keys already',
    ]));
  it('omit errors beside their field', () =>
    expect(
      formErrors({ detail: dollars, errors: [fault('/feeFlat', dollars)] }, ['feeFlat', 'feeBps']),
    ).toEqual([]));
  it('contain the error of a hidden field once, in words', () =>
    expect(
      formErrors({ detail: dollars, errors: [fault('/feeFlat', dollars)] }, ['feeBps']),
    ).toEqual(['Fee flat must be dollars, like 1250.00.']));
  it('keep a sentence that names its line', () =>
    expect(
      formErrors(
        { detail: 'Some', errors: [fault('/2/amount', 'line 2: amount must be above 0')] },
        [],
      ),
    ).toEqual(['line 2: amount must be above 0']));
});
