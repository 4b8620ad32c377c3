import { Code, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { PAGED, POLLED, useAction, useGet } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import {
  ActionButton,
  Empty,
  Listing,
  Loaded,
  Search,
  Section,
  Status,
  Time,
} from '../../ui/index.js';
import { attemptWords, attemptsWords } from './endpoint-words.js';

export type EndpointId = { readonly partnerId: string; readonly id: string };
type Delivery = Schemas['WebhookDelivery'];
type Props = { readonly endpoint: EndpointId; readonly isEnabled: boolean };

const STATUSES: readonly Delivery['status'][] = ['pending', 'delivered', 'failed'];
const PAGE = 20;

/** Deliveries of the last 30 days to an endpoint, each with its attempts. */
export const Deliveries = ({ endpoint, isEnabled }: Props) => {
  const [status, setStatus] = useState<Delivery['status']>();
  const [eventId, setEventId] = useState<string>();
  const [offset, onPage] = useState(0);
  const { role } = useSession();
  const params = { path: endpoint, query: { limit: PAGE, offset, status, eventId } };
  const query = useGet('/staff/partners/{partnerId}/webhook-endpoints/{id}/deliveries', params, {
    ...PAGED,
    ...POLLED,
  });
  return (
    <Section title="Deliveries">
      <Search
        onSearch={(text) => {
          setEventId(text === '' ? undefined : text);
          onPage(0);
        }}
        label="Id of the event"
        maxLength={60}
      >
        <NativeSelect
          label="Status"
          w={200}
          value={status ?? 'all'}
          data={['all', ...STATUSES]}
          onChange={({ currentTarget: { value } }) => {
            setStatus(STATUSES.find((each) => each === value));
            onPage(0);
          }}
        />
      </Search>
      <Loaded query={query}>
        {({ deliveries, metadata }) => (
          <Listing
            label="Deliveries, the latest first"
            rows={deliveries}
            page={{ metadata, onPage }}
            empty={
              <Empty title="There are no such deliveries.">
                Deliveries are listed for 30 days. The feed of the partner has every event.
              </Empty>
            }
            columns={{
              Event: (delivery) => (
                <>
                  {delivery.type}
                  <br />
                  <Code>{delivery.eventId}</Code>
                </>
              ),
              Status: (delivery) => <Status is={delivery.status} />,
              Attempts: ({ attempts }) => <Attempts attempts={attempts} />,
              'Next attempt': ({ nextAttemptAt, ...delivery }) =>
                nextAttemptAt === null ? (
                  delivery.status === 'pending' && 'after an earlier event'
                ) : (
                  <Time at={nextAttemptAt} seconds />
                ),
              Action:
                role === 'operator' &&
                isEnabled &&
                ((delivery) =>
                  delivery.status !== 'delivered' && (
                    <Retry endpoint={endpoint} deliveryId={delivery.id} />
                  )),
            }}
          />
        )}
      </Loaded>
    </Section>
  );
};

/** Requests of one delivery: the last result, and on demand each of them. */
const Attempts = ({ attempts }: Pick<Delivery, 'attempts'>) =>
  attempts.length === 0 ? (
    attemptsWords(attempts)
  ) : (
    <details>
      <summary>{attemptsWords(attempts)}</summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <Time at={attempt.at} seconds />: {attemptWords(attempt)}
            {!!attempt.responseStart && <Code block>{attempt.responseStart}</Code>}
          </li>
        ))}
      </ol>
    </details>
  );

type RetryProps = { readonly endpoint: EndpointId; readonly deliveryId: string };

const Retry = ({ endpoint, deliveryId }: RetryProps) => {
  const retry = useAction(() =>
    api.POST('/staff/partners/{partnerId}/webhook-endpoints/{id}/deliveries/{deliveryId}/retry', {
      params: { path: { ...endpoint, deliveryId } },
    }),
  );
  return (
    <ActionButton mutation={retry} variant="default">
      Retry
    </ActionButton>
  );
};
