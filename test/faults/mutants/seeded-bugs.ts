/** A defect for the checks to find: text of the built service, and what takes its place. */
export type Plant = {
  readonly does: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
  /** Of the service, beside those of every run. */
  readonly settings?: Readonly<Record<string, string>>;
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
  'checkpoint-first': {
    does: 'the checkpoint moves before the rows of its batch are written',
    changes: [
      [
        'return applyBatch(this.engine, async (tx, take) => {',
        `const first = this.engine.write((tx) => moved(tx, step));
        const behind = Object.create(this.engine, {
          write: { value: (work) => first.then(() => this.engine.write(work)) } });
        return applyBatch(behind, async (tx, take) => {`,
      ],
      ['if (!await moved(tx, step)) throw', 'if (!await first) throw'],
    ],
    harms: ['halfway'],
    shows: 'different',
  },
  shard: {
    does: 'every shard takes in the events of all partners',
    changes: [['count === 1 || crc32(partnerId.toLowerCase()) % count === place', 'true']],
    settings: { PROJECTOR_SHARDS: '4' },
    harms: ['reapplied'],
    shows: 'different',
  },
  'shard-lease': {
    does: 'the shards of a dead projector are never taken over',
    changes: [['seen !== void 0 && this.elapsedMs()', 'false && this.elapsedMs()']],
    settings: { PROJECTOR_SHARDS: '4' },
    harms: ['reapplied'],
    shows: 'different',
  },
  'switch-lacks': {
    does: 'a rebuilt read model is served without the events that were served meanwhile',
    changes: [['ahead.events.filter((event) =>', '[].filter((event) =>']],
    harms: ['rebuilt'],
    shows: 'different',
  },
  'switch-repeats': {
    does: 'a rebuilt read model is served with events that are taken into it once more',
    changes: [['ahead.events.filter((event) =>', 'ahead.events.filter((event) => true ||']],
    harms: ['rebuilt'],
    shows: 'different',
  },
};
