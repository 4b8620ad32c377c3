import { Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { POLLED, useGet } from '../../api/queries.js';
import { ActionButton, Empty, Loaded, Page, Problem, Section, Time } from '../../ui/index.js';
import { useRequestRun } from './actions.js';
import { Difference } from './difference.js';
import { Runs } from './runs.js';

/** Differences between log, read models and broker, and the last runs. */
export const Reconciliation = () => {
  const query = useGet('/staff/reconciliation', {}, POLLED);
  return (
    <Page title="Reconciliation">
      {query.data !== undefined && query.error !== null && <Problem error={query.error} />}
      <Loaded query={query}>{(found) => <Found found={found} />}</Loaded>
    </Page>
  );
};

const Found = ({ found }: { readonly found: Schemas['Reconciliation'] }) => {
  const open = found.differences.filter(({ dismissed }) => dismissed === null);
  const dismissed = found.differences.filter((each) => each.dismissed !== null);
  return (
    <Stack gap="xl">
      <Now found={found} />
      {open.length === 0 ? (
        <Empty title="No difference is open.">
          The service compares all changes with the broker every hour, and yesterday as a whole
          every night.
        </Empty>
      ) : (
        <Section
          title={open.length === 1 ? '1 open difference' : `${open.length} open differences`}
        >
          <Stack>
            {open.map((each) => (
              <Difference key={each.id} difference={each} />
            ))}
          </Stack>
        </Section>
      )}
      {found.runs.length > 0 && <Runs runs={found.runs} />}
      {dismissed.length > 0 && (
        <Section title="Dismissed">
          <Stack>
            {dismissed.map((each) => (
              <Difference key={each.id} difference={each} />
            ))}
          </Stack>
        </Section>
      )}
    </Stack>
  );
};

const Now = ({ found: { requestedAt, runs } }: { readonly found: Schemas['Reconciliation'] }) => {
  const request = useRequestRun();
  const [last] = runs;
  return (
    <Stack gap="sm">
      <Group>
        <ActionButton mutation={request} disabled={requestedAt !== null}>
          Compare now
        </ActionButton>
        <Text size="sm" role="status">
          {requestedAt !== null && 'A run is requested. It takes some seconds.'}
          {requestedAt === null && last === undefined && 'No run has finished yet.'}
          {requestedAt === null && last !== undefined && (
            <>
              Compared last at <Time at={last.at} seconds />.
            </>
          )}
        </Text>
      </Group>
      {last !== undefined && last.notCompared > 0 && (
        <Text size="sm">
          The last run could not compare {last.notCompared.toLocaleString('en-US')} objects. The
          next nightly run compares them again.
        </Text>
      )}
    </Stack>
  );
};
