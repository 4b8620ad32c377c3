import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Empty, Listing, Loaded, Section, Status, Time } from '../../ui/index.js';
import { disabledWords, typesWords } from './endpoint-words.js';
import { useEndpoints } from './webhook-queries.js';

/** Webhook endpoints of a partner, with links to their deliveries. */
export const Endpoints = ({ partnerId }: { readonly partnerId: string }) => (
  <Section title="Webhook endpoints">
    <Loaded query={useEndpoints(partnerId)}>
      {({ endpoints }) =>
        endpoints.length === 0 ? (
          <Empty title="The partner has no webhook endpoint.">
            The partner creates one by the API.
          </Empty>
        ) : (
          <Listing
            label="Webhook endpoints, the oldest first"
            columns={['Address', 'Status', 'Types', 'Created']}
          >
            {endpoints.map((endpoint) => (
              <Table.Tr key={endpoint.id}>
                <Table.Td className="wraps">
                  <Anchor component={Link} to={`/partners/${partnerId}/webhooks/${endpoint.id}`}>
                    {endpoint.url}
                  </Anchor>
                  {endpoint.description !== null && <Text size="xs">{endpoint.description}</Text>}
                </Table.Td>
                <Table.Td>
                  <Status is={endpoint.status} />
                  <Text size="xs">{disabledWords(endpoint)}</Text>
                </Table.Td>
                <Table.Td className="wraps">{typesWords(endpoint)}</Table.Td>
                <Table.Td>
                  <Time at={endpoint.createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Listing>
        )
      }
    </Loaded>
  </Section>
);
