import { NativeSelect, Skeleton, Text } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { useParams } from 'react-router';
import { useSession } from '../../session/session.js';
import { Empty, Loaded, Money, Page, Pager, Section } from '../../ui/index.js';
import { usePartner } from '../partners/partner-queries.js';
import { PayOutCredit } from './pay-out-credit.js';
import { PeriodTable } from './period-table.js';
import { RecordTransfer } from './record-transfer.js';
import { ReverseTransfer } from './reverse-transfer.js';
import { type PeriodStatus, usePeriods } from './settlement-queries.js';
import { TransferList } from './transfer-list.js';

const DueChart = lazy(async () => ({ default: (await import('./schedule-chart.js')).DueChart }));
const STATUSES: readonly PeriodStatus[] = ['open', 'closed', 'overdue', 'settled'];

/** The periods of one partner, and its transfers. */
export const Periods = () => {
  const { partnerId = '' } = useParams();
  const { role } = useSession();
  const partner = usePartner(partnerId).data;
  const [status, setStatus] = useState<PeriodStatus>();
  const [offset, setOffset] = useState(0);
  const query = usePeriods(partnerId, status, offset);
  const actions = role === 'finance' && (
    <>
      <RecordTransfer partnerId={partnerId} />
      <PayOutCredit partnerId={partnerId} />
      <ReverseTransfer partnerId={partnerId} />
    </>
  );
  const choose = (word: string) => {
    setOffset(0);
    setStatus(STATUSES.find((each) => each === word));
  };
  return (
    <Page
      title={partner === undefined ? 'Periods' : `Periods of ${partner.name}`}
      actions={actions}
    >
      <NativeSelect
        label="Status"
        w={200}
        value={status ?? 'all'}
        data={['all', ...STATUSES]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Loaded query={query}>
        {({ settlements, credit, metadata }) => (
          <>
            <Text>
              Credit of the partner: <Money amount={credit} alone />
            </Text>
            {settlements.length === 0 ? (
              <Empty title="No such periods.">Choose another status.</Empty>
            ) : (
              <>
                <PeriodTable periods={settlements} />
                <Pager metadata={metadata} onPage={setOffset} />
                <Section title="What was owed, over time">
                  <Suspense fallback={<Skeleton h={240} />}>
                    <DueChart periods={settlements} />
                  </Suspense>
                </Section>
              </>
            )}
          </>
        )}
      </Loaded>
      <TransferList partnerId={partnerId} />
    </Page>
  );
};
