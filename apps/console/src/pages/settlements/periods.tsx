import { NativeSelect, Skeleton, Text } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { useParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { PAGED, POLLED, useGet } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import {
  Empty,
  Listing,
  Loaded,
  Money,
  Page,
  PageLink,
  Section,
  Status,
  Time,
} from '../../ui/index.js';
import { usePartner } from '../partners/partner-queries.js';
import { PayOutCredit, RecordTransfer, ReverseTransfer } from './transfer-actions.js';
import { TransferList } from './transfer-list.js';

type PeriodStatus = Schemas['Settlement']['status'];

const DueChart = lazy(async () => ({ default: (await import('./schedule-chart.js')).DueChart }));
const STATUSES: readonly PeriodStatus[] = ['open', 'closed', 'overdue', 'settled'];
const PAGE = 20;

/** The periods of one partner, and its transfers. */
export const Periods = () => {
  const { partnerId = '' } = useParams();
  const { role } = useSession();
  const partner = usePartner(partnerId).data;
  const [status, setStatus] = useState<PeriodStatus>();
  const [offset, onPage] = useState(0);
  const params = { path: { partnerId }, query: { status, limit: PAGE, offset } };
  const query = useGet('/staff/partners/{partnerId}/settlements', params, { ...POLLED, ...PAGED });
  const actions = role === 'finance' && (
    <>
      <RecordTransfer partnerId={partnerId} />
      <PayOutCredit partnerId={partnerId} />
      <ReverseTransfer partnerId={partnerId} />
    </>
  );
  const choose = (word: string) => {
    onPage(0);
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
            <Listing
              label="Periods, the newest first"
              rows={settlements}
              page={{ metadata, onPage }}
              empty={<Empty title="No such periods.">Choose another status.</Empty>}
              columns={{
                Ends: ({ id, cutOffAt }) => (
                  <PageLink to={`/settlements/${partnerId}/${id}`}>
                    <Time at={cutOffAt} linked />
                  </PageLink>
                ),
                Status: (period) => <Status is={period.status} />,
                'Outstanding, USD': { amount: ({ outstanding }) => outstanding },
                Due: { amount: ({ due }) => due },
                Received: { amount: ({ received }) => received },
                'Transfer due': ({ dueAt }) => <Time at={dueAt} />,
                Deposits: { amount: ({ gross }) => gross },
                Withdrawals: { amount: ({ withdrawals }) => withdrawals.gross },
              }}
            />
            {settlements.length > 0 && (
              <Section title="What was owed, over time">
                <Suspense fallback={<Skeleton h={240} />}>
                  <DueChart periods={settlements} />
                </Suspense>
              </Section>
            )}
          </>
        )}
      </Loaded>
      <TransferList partnerId={partnerId} />
    </Page>
  );
};
