import { Text } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import { CONSOLE_LIST_POLL_MS } from '../../timing.js';
import { Empty, Listing, Loaded, Page, PageLink, Section, Time } from '../../ui/index.js';
import { usePartnerNames } from '../partners/partner-queries.js';
import { PartnerSearch } from '../partners/partner-search.js';
import { Proposals } from './proposals.js';

/** Most overdue periods to show. */
const SHOWN = 100;

/** Overdue periods of all partners, with links to each partner's periods. */
export const Settlements = () => (
  <Page title="Settlements">
    <Overdue />
    <Proposals />
    <Section title="Periods of a partner">
      <PartnerSearch to="/settlements" none="An operator creates them." />
    </Section>
  </Page>
);

/** The longest due first. Read again when the page is opened, since other pages change them. */
const Overdue = () => {
  const names = usePartnerNames();
  const query = useGet(
    '/staff/settlements',
    { query: { status: 'overdue', limit: SHOWN, offset: 0 } },
    { staleTime: 0, refetchInterval: CONSOLE_LIST_POLL_MS },
  );
  return (
    <Section title="Overdue">
      <Loaded query={query}>
        {({ settlements, metadata }) => (
          <>
            <Listing
              label="Overdue periods, the longest due first"
              rows={settlements}
              empty={<Empty title="Nothing is overdue.">All due transfers have arrived.</Empty>}
              columns={{
                Partner: ({ id, partnerId }) => (
                  <PageLink to={`/settlements/${partnerId}/${id}`}>
                    {names.get(partnerId) ?? partnerId}
                  </PageLink>
                ),
                'Was due': ({ dueAt }) => <Time at={dueAt} />,
                'Outstanding, USD': { amount: ({ outstanding }) => outstanding },
                Due: { amount: ({ due }) => due },
              }}
            />
            {metadata.total > settlements.length && (
              <Text size="sm">And {metadata.total - settlements.length} more after these.</Text>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
};
