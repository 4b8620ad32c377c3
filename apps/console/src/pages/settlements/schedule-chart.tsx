import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Schemas } from '../../api/client.js';
import { decimalOf, grouped, inUtc } from '../../ui/index.js';

type Props = { readonly periods: readonly Schemas['Settlement'][] };

/** Received and outstanding amounts by period. The table has the exact amounts. */
export const DueChart = ({ periods }: Props) => (
  <BarChart
    h={240}
    role="img"
    aria-label="Received and outstanding by period; the table has the figures"
    data={[...periods].reverse().map((period) => ({
      period: inUtc(period.cutOffAt),
      Received: Number(period.received) + Number(period.carried),
      Outstanding: Number(period.outstanding),
    }))}
    dataKey="period"
    type="stacked"
    maxBarWidth={48}
    withLegend
    // A fixed width would cut off large amounts.
    yAxisProps={{ width: 'auto' }}
    valueFormatter={(amount) => grouped(decimalOf(amount))}
    series={[
      { name: 'Received', color: 'green.7' },
      { name: 'Outstanding', color: 'orange.6' },
    ]}
  />
);
