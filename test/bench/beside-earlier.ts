import { type Form, alternating } from './bench.js';
import { type Row, rowOf } from './row.js';
import type { Stage } from './fixture.js';

type Question<Side> = {
  readonly name: string;
  readonly goal: { readonly atLeast: number };
  /** So many a second. */
  readonly ask: (side: Side) => Promise<number>;
};

/**
 * The same questions to fresh services of these sources and of an earlier version, both up and asked in turn.
 * Whichever is started first is slower by up to 8 %: so all is done twice, each version once the first.
 * No rows unless the form asks for them.
 */
export const besideEarlier = async <Side extends { readonly stage: Stage }>(
  form: Form,
  open: (folder: string | undefined) => Promise<Side>,
  questions: readonly Question<Side>[],
): Promise<Row[]> => {
  if (form.beside === null) return [];
  const asked = questions.map((question) => ({
    ...question,
    ...{ measured: [] as number[], reference: [] as number[] },
  }));
  for (const isEarlierFirst of [false, true]) {
    const sides: Side[] = [];
    const start = async (folder: string | undefined) => void sides.push(await open(folder));
    try {
      await start(isEarlierFirst ? form.beside : undefined);
      await start(isEarlierFirst ? undefined : form.beside);
      const [ours, earlier] = (isEarlierFirst ? sides.toReversed() : sides) as [Side, Side];
      for (const { ask, measured, reference } of asked) {
        const rounds = await alternating(
          form,
          () => ask(ours),
          () => ask(earlier),
        );
        measured.push(...rounds.measured);
        reference.push(...rounds.reference);
      }
    } finally {
      for (const { stage } of sides) await stage.close();
    }
  }
  return asked.map(({ name, measured, reference, goal }) =>
    rowOf({
      name: `${name}, to the earlier version`,
      ...{ unit: '/s', measured, reference, goal },
    }),
  );
};
