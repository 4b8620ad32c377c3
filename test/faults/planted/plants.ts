/** A defect for the checks to find: text of the built service, and what takes its place. */
export type Plant = {
  readonly does: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
  /** The harms that it takes to bring it out. */
  readonly harms: readonly string[];
  /** What the checks must say of it. */
  readonly shows: 'doubled' | 'different';
};

export const PLANTS: Readonly<Record<string, Plant>> = {
  fence: {
    does: 'whoever loses the race for an effect appends its fence all the same, and sends',
    changes: [
      [
        'store.appendTo(stream, id, loaded, effect.start(new Date(begunMs))(loaded.state), cause)',
        'store.transact(stream, id, () => effect.start(new Date(begunMs))(loaded.state), cause)',
      ],
    ],
    harms: ['doubled', 'slow'],
    shows: 'doubled',
  },
  'look-up': {
    does: 'an effect whose outcome is unknown is sent again without a look at the broker',
    changes: [['if (startedAt === null) return null;', 'return null;']],
    harms: ['unanswered'],
    shows: 'doubled',
  },
  checkpoint: {
    does: 'the read models take a batch again that they have taken before',
    changes: [['.where("position", "=", from.position).where("mark", "=", from.mark)', '']],
    harms: ['reapplied', 'beside'],
    shows: 'different',
  },
};
