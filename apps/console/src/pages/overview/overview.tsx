import { SimpleGrid, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import { Loaded, Page, Problem, Time } from '../../ui/index.js';
import { FailingEndpoints } from '../webhooks/failing-endpoints.js';
import { AttentionCount } from './attention-count.js';
import { FirmAccount } from './firm-account.js';
import { KindCard } from './kind-card.js';
import { Queues } from './queues.js';
import { ReadModels } from './read-models.js';
import { CONSOLE_POLL_MS } from '../../timing.js';

/** State of the service, polled every two seconds. */
export const Overview = () => {
  const query = useGet('/staff/overview', {}, { refetchInterval: CONSOLE_POLL_MS });
  return (
    <Page title="Overview">
      {query.data !== undefined && query.error !== null && <Problem error={query.error} />}
      <Loaded query={query}>{(overview) => <Figures overview={overview} />}</Loaded>
    </Page>
  );
};

const Figures = ({ overview }: { readonly overview: Schemas['Overview'] }) => {
  const { at, activity, attention, queues, firmAccount, readModels } = overview;
  const { deposits, orders, onboardings } = activity.kinds;
  return (
    <>
      <AttentionCount {...attention} short={firmAccount?.state === 'short'} />
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <KindCard name="Deposits" activity={deposits} />
        <KindCard name="Orders" activity={orders} />
        <KindCard name="Onboardings" activity={onboardings} />
      </SimpleGrid>
      <FailingEndpoints />
      <Queues queues={queues} />
      <FirmAccount account={firmAccount} />
      <ReadModels models={readModels} />
      <Text size="sm" c="dimmed" component="div">
        As of <Time at={at} seconds />
      </Text>
    </>
  );
};
