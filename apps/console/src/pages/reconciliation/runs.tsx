import type { Schemas } from '../../api/client.js';
import { Listing, Section, Time, inWords } from '../../ui/index.js';

type Run = Schemas['ReconciliationRun'];

/** Runs of the reconciliation, the latest first. */
export const Runs = ({ runs }: { readonly runs: readonly Run[] }) => (
  <Section title="Last runs">
    <Listing
      label="Runs, the latest first"
      rows={runs}
      columns={{
        Finished: ({ at }) => <Time at={at} />,
        Kind: ({ kind }) => inWords(kind),
        Since: ({ from }) => <Time at={from} />,
        Compared: { wrapped: comparedIn },
        'To confirm': counts(({ pending }) => pending),
        New: counts(({ opened, more }) => opened + more),
        Closed: counts(({ closed }) => closed),
        'Third-party': counts(({ foreign }) => foreign),
        'Not compared': counts(({ notCompared }) => notCompared),
      }}
    />
  </Section>
);

const counts = (countIn: (run: Run) => number) => ({ number: (run: Run) => grouped(countIn(run)) });

const grouped = (count: number): string => count.toLocaleString('en-US');

const comparedIn = ({ compared }: Run): string => {
  const counted = (['deposits', 'orders', 'accounts', 'periods'] as const)
    .filter((name) => compared[name] > 0)
    .map((name) => `${grouped(compared[name])} ${name}`);
  return counted.length === 0 ? 'no changes' : counted.join(', ');
};
