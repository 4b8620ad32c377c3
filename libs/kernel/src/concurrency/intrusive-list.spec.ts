import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ListNode, IntrusiveList } from './intrusive-list.js';

class Guest extends ListNode<Guest> {
  constructor(readonly name: number) {
    super();
  }
}

describe('a line', () => {
  it('has those who entered and did not leave, in the order in which they came', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(5))), (steps) => {
        const guests = Array.from({ length: 6 }, (_, name) => new Guest(name));
        const line = new IntrusiveList<Guest>();
        const expected = new Set<Guest>();
        for (const [enters, name] of steps) {
          const guest = guests[name]!;
          if (enters) {
            line.enter(guest);
            expected.add(guest);
          } else {
            line.leave(guest);
            expected.delete(guest);
          }
          expect([...line]).toEqual([...expected]);
          expect(line.first).toBe([...expected][0] ?? null);
          expect(guests.filter(({ isInLine }) => isInLine)).toHaveLength(expected.size);
        }
      }),
    ));
});
