import { Text } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import { Empty, Listing, Loaded, PageLink, Section, Status, Time } from '../../ui/index.js';
import { disabledWords, typesWords } from './endpoint-words.js';

/** Webhook endpoints of a partner, with links to their deliveries. */
export const Endpoints = ({ partnerId }: { readonly partnerId: string }) => {
  const path = { partnerId };
  return (
    <Section title="Webhook endpoints">
      <Loaded query={useGet('/staff/partners/{partnerId}/webhook-endpoints', { path })}>
        {({ endpoints }) => (
          <Listing
            label="Webhook endpoints, the oldest first"
            rows={endpoints}
            empty={
              <Empty title="The partner has no webhook endpoint.">
                The partner creates one by the API.
              </Empty>
            }
            columns={{
              Address: {
                wrapped: ({ id, url, description }) => (
                  <>
                    <PageLink to={`/partners/${partnerId}/webhooks/${id}`}>{url}</PageLink>
                    {description !== null && <Text size="xs">{description}</Text>}
                  </>
                ),
              },
              Status: (endpoint) => (
                <>
                  <Status is={endpoint.status} />
                  <Text size="xs">{disabledWords(endpoint)}</Text>
                </>
              ),
              Types: { wrapped: typesWords },
              Created: ({ createdAt }) => <Time at={createdAt} />,
            }}
          />
        )}
      </Loaded>
    </Section>
  );
};
