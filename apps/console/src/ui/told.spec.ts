import { describe, expect, it } from '@jest/globals';
import { told } from './told.js';

const fault = (pointer: string, detail: string) => ({ pointer, code: 'x', detail });
const dollars = 'must be dollars, like 1250.00';

describe('above a form', () => {
  it('stands why it is refused, when that is about no field', () =>
    expect(told({ detail: 'There are two keys already', faults: [] }, [])).toEqual([
      'There are two keys already',
    ]));
  it('stands nothing of what stands at its field', () =>
    expect(
      told({ detail: dollars, faults: [fault('/feeFlat', dollars)] }, ['feeFlat', 'feeBps']),
    ).toEqual([]));
  it('stands what is wrong with a field that is not shown, once and in words', () =>
    expect(told({ detail: dollars, faults: [fault('/feeFlat', dollars)] }, ['feeBps'])).toEqual([
      'Fee flat must be dollars, like 1250.00.',
    ]));
  it('stands a sentence that says what it is about as it is', () =>
    expect(
      told({ detail: 'Some', faults: [fault('/2/amount', 'line 2: amount must be above 0')] }, []),
    ).toEqual(['line 2: amount must be above 0']));
});
