import { Code } from '@mantine/core';
import { useParams } from 'react-router';
import { DescriptionList, Loaded, Page, PageLink } from '../../ui/index.js';
import { Endpoints } from '../webhooks/endpoints.js';
import { Keys } from './keys.js';
import { OpenPeriod } from './open-period.js';
import { usePartner } from './partner-queries.js';
import { SignIns } from './sign-ins.js';
import { Terms } from './terms.js';

/** One partner: its terms, its open period, its keys, sign-ins and webhooks. */
export const Partner = () => {
  const { partnerId = '' } = useParams();
  const query = usePartner(partnerId);
  return (
    <Page title={query.data?.name ?? 'Partner'}>
      <Loaded query={query}>
        {(partner) => (
          <>
            <DescriptionList
              facts={{
                Id: <Code>{partner.id}</Code>,
                Settlement: <PageLink to={`/settlements/${partner.id}`}>Its periods</PageLink>,
              }}
            />
            <Terms partner={partner} />
            <OpenPeriod partnerId={partner.id} />
            <Keys partner={partner} />
            <SignIns partnerId={partner.id} />
            <Endpoints partnerId={partner.id} />
          </>
        )}
      </Loaded>
    </Page>
  );
};
