/** A bug for the checks to find: text of the build, and its replacement. */
export type SeededBug = {
  readonly does: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
  /** Additional settings of the service. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Faults that make the bug visible. */
  readonly harms: readonly string[];
  /** Kind of violation that the checks must report. */
  readonly shows: 'doubled' | 'different';
};

export const SEEDED_BUGS: Readonly<Record<string, SeededBug>> = {
  intent: {
    does: 'a worker that lost the race appends its intent record and sends',
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
    does: 'an effect with an unknown outcome is sent again without a lookup',
    changes: [['if (startedAt === null) return null;', 'return null;']],
    harms: ['unanswered'],
    shows: 'doubled',
  },
  checkpoint: {
    does: 'the read models apply a batch twice',
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
    does: 'every shard applies the events of all partners',
    changes: [['count === 1 || crc32(partnerId.toLowerCase()) % count === place', 'true']],
    settings: { PROJECTOR_SHARDS: '4' },
    harms: ['reapplied'],
    shows: 'different',
  },
  'shard-lease': {
    does: 'nobody takes over the shards of a dead projector',
    changes: [['seen !== void 0 && this.elapsedMs()', 'false && this.elapsedMs()']],
    settings: { PROJECTOR_SHARDS: '4' },
    harms: ['reapplied'],
    shows: 'different',
  },
  'switch-lacks': {
    does: 'a rebuild becomes active without its latest event',
    changes: [['}, gathered, false)', '}, gathered.slice(0, -1), false)']],
    harms: ['rebuilt'],
    shows: 'different',
  },
  'switch-repeats': {
    does: 'a rebuild becomes active with an event that it applied twice',
    changes: [['}, gathered, false)', '}, [...gathered, ...gathered.slice(-1)], false)']],
    harms: ['rebuilt'],
    shows: 'different',
  },
};
