import { Text } from '@mantine/core';
import { POLLED, useGet } from '../../api/queries.js';
import { Empty, Listing, Loaded, PageLink, Section, Time } from '../../ui/index.js';

/** Requests for large transfers that need a second person. */
export const Proposals = () => (
  <Section title="Waiting for a second person">
    <Loaded query={useGet('/staff/transfers/proposals', {}, POLLED)}>
      {({ proposals }) => (
        <>
          {proposals.length > 0 && (
            <Text size="sm">
              Each takes effect when another person records or reverses it, too.
            </Text>
          )}
          <Listing
            label="Transfers that wait, the oldest first"
            rows={proposals}
            empty={
              <Empty title="Nothing waits.">
                A second person approves large payouts and reversals of large transfers here, and
                the recording of large transfers if the service requires it.
              </Empty>
            }
            columns={{
              Partner: ({ partnerId, partnerName }) => (
                <PageLink to={`/settlements/${partnerId}`}>{partnerName}</PageLink>
              ),
              What: ({ kind }) => kind,
              Reference: ({ reference }) => reference,
              'Is to be': ({ wanted }) => (wanted === 'recorded' ? 'recorded' : 'reversed'),
              'Amount, USD': { amount: ({ amount }) => amount },
              'Asked by': ({ proposedBy }) => proposedBy,
              Since: ({ proposedAt }) => <Time at={proposedAt} />,
            }}
          />
        </>
      )}
    </Loaded>
  </Section>
);
