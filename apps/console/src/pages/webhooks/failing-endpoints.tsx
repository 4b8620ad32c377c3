import { List } from '@mantine/core';
import { PageLink, Section, Time } from '../../ui/index.js';
import { useAttention } from '../attention/attention-queries.js';
import { pathFor } from '../find/path-for.js';

const WEBHOOKS = 'webhooks';

/** Webhook endpoints that accept nothing. Absent while each endpoint accepts. */
export const FailingEndpoints = () => {
  const entries = useAttention().data?.entries.filter(({ about }) => about === WEBHOOKS) ?? [];
  if (entries.length === 0) return null;
  return (
    <Section title="Webhook endpoints that accept nothing">
      <List size="sm">
        {entries.map(({ id, subjectId, partnerId, partnerName, since }) => (
          <List.Item key={id}>
            <PageLink to={pathFor(WEBHOOKS, subjectId) ?? '/attention'}>
              Endpoint of {partnerName ?? partnerId}
            </PageLink>
            , since <Time at={since} />
          </List.Item>
        ))}
      </List>
    </Section>
  );
};
