import { Anchor, Code } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { DescriptionList, Loaded, Page, Status, Time } from '../../ui/index.js';
import { NotFound } from '../../shell/not-found.js';
import { usePartner } from '../partners/partner-queries.js';
import { Deliveries } from './deliveries.js';
import { DisableEndpoint, Recover, Replay } from './endpoint-actions.js';
import { disabledWords, isDisabledByPerson, typesWords } from './endpoint-words.js';
import { type EndpointId, useEndpoints } from './webhook-queries.js';

/** One webhook endpoint of a partner: its state, its deliveries and the next steps. */
export const WebhookEndpoint = () => {
  const { partnerId = '', id = '' } = useParams();
  const query = useEndpoints(partnerId);
  return (
    <Loaded query={query}>
      {({ endpoints }) => {
        const endpoint = endpoints.find((each) => each.id === id);
        return endpoint === undefined ? (
          <NotFound />
        ) : (
          <Known partnerId={partnerId} endpoint={endpoint} />
        );
      }}
    </Loaded>
  );
};

type Props = {
  readonly partnerId: string;
  readonly endpoint: Schemas['WebhookEndpoint'];
};

const Known = ({ partnerId, endpoint }: Props) => {
  const { role } = useSession();
  const { id, url, status, description, createdAt } = endpoint;
  const partner = usePartner(partnerId).data;
  const about: EndpointId = { partnerId, id };
  const isEnabled = status === 'enabled';
  return (
    <Page
      title="Webhook endpoint"
      actions={
        role === 'operator' && (
          <>
            {isEnabled && <Recover endpoint={about} />}
            {isEnabled && <Replay endpoint={about} />}
            {!isDisabledByPerson(endpoint) && <DisableEndpoint endpoint={about} />}
          </>
        )
      }
    >
      <DescriptionList
        facts={{
          Partner: (
            <Anchor component={Link} to={`/partners/${partnerId}`}>
              {partner?.name ?? partnerId}
            </Anchor>
          ),
          Address: url,
          Status: (
            <>
              <Status is={status} /> {disabledWords(endpoint)}
            </>
          ),
          Types: typesWords(endpoint),
          ...(description === null ? {} : { Description: description }),
          Created: <Time at={createdAt} />,
          Id: <Code>{id}</Code>,
        }}
      />
      <Deliveries endpoint={about} isEnabled={isEnabled} />
    </Page>
  );
};
