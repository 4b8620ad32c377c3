import { Button, Code, Group, NativeSelect, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import {
  Empty,
  Listing,
  Loaded,
  Pager,
  Problem,
  Section,
  Status,
  Time,
  formOf,
  useOnceAtATime,
} from '../../ui/index.js';
import { Attempts } from './attempts.js';
import {
  type DeliveryFilter,
  type DeliveryStatus,
  type EndpointId,
  useDeliveries,
  useRetryDelivery,
} from './webhook-queries.js';

type Delivery = Schemas['WebhookDelivery'];
type Props = { readonly endpoint: EndpointId; readonly isEnabled: boolean };

const STATUSES: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed'];
const ALL: DeliveryFilter = { status: undefined, eventId: '', offset: 0 };

/** Deliveries of the last 30 days to an endpoint, each with its attempts. */
export const Deliveries = ({ endpoint, isEnabled }: Props) => {
  const [filter, setFilter] = useState(ALL);
  const { role } = useSession();
  const canRetry = role === 'operator' && isEnabled;
  return (
    <Section title="Deliveries">
      <Filter filter={filter} onChange={setFilter} />
      <Loaded query={useDeliveries(endpoint, filter)}>
        {({ deliveries, metadata }) =>
          metadata.total === 0 ? (
            <Empty title="There are no such deliveries.">
              Deliveries are listed for 30 days. The feed of the partner has every event.
            </Empty>
          ) : (
            <>
              <Listing
                label="Deliveries, the latest first"
                columns={[
                  ...['Event', 'Status', 'Attempts', 'Next attempt'],
                  ...(canRetry ? ['Action'] : []),
                ]}
              >
                {deliveries.map((delivery) => (
                  <Row key={delivery.id} delivery={delivery}>
                    {canRetry && (
                      <Table.Td>
                        {delivery.status !== 'delivered' && (
                          <Retry endpoint={endpoint} deliveryId={delivery.id} />
                        )}
                      </Table.Td>
                    )}
                  </Row>
                ))}
              </Listing>
              <Pager
                metadata={metadata}
                onPage={(offset) => setFilter((before) => ({ ...before, offset }))}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
};

type FilterProps = {
  readonly filter: DeliveryFilter;
  readonly onChange: (filter: DeliveryFilter) => void;
};

const Filter = ({ filter, onChange }: FilterProps) => (
  <form
    role="search"
    onSubmit={formOf(({ eventId = '' }) => onChange({ ...filter, eventId, offset: 0 }))}
  >
    <Group align="flex-end">
      <NativeSelect
        label="Status"
        w={200}
        value={filter.status ?? 'all'}
        data={['all', ...STATUSES]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, status: STATUSES.find((each) => each === value), offset: 0 })
        }
      />
      <TextInput
        name="eventId"
        type="search"
        label="Id of the event"
        maxLength={60}
        w={{ base: '100%', xs: 400 }}
      />
      <Button type="submit" variant="default">
        Search
      </Button>
    </Group>
  </form>
);

type RowProps = { readonly delivery: Delivery; readonly children: React.ReactNode };

const Row = ({
  delivery: { type, eventId, status, attempts, nextAttemptAt },
  children,
}: RowProps) => (
  <Table.Tr>
    <Table.Td>
      {type}
      <br />
      <Code>{eventId}</Code>
    </Table.Td>
    <Table.Td>
      <Status is={status} />
    </Table.Td>
    <Table.Td>
      <Attempts attempts={attempts} />
    </Table.Td>
    <Table.Td>
      {nextAttemptAt === null ? (
        status === 'pending' && 'after an earlier event'
      ) : (
        <Time at={nextAttemptAt} seconds />
      )}
    </Table.Td>
    {children}
  </Table.Tr>
);

const Retry = ({ endpoint, deliveryId }: { endpoint: EndpointId; deliveryId: string }) => {
  const retry = useRetryDelivery(endpoint, deliveryId);
  const { send } = useOnceAtATime(retry);
  return (
    <>
      <Button size="xs" variant="default" loading={retry.isPending} onClick={send}>
        Retry
      </Button>
      {retry.error !== null && <Problem error={retry.error} />}
    </>
  );
};
