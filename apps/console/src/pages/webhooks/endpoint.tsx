import { Code, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { type Schemas, api } from '../../api/client.js';
import { useAction, useGet } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { NotFound } from '../../shell/not-found.js';
import {
  DescriptionList,
  type Fields,
  FormDialog,
  Loaded,
  Page,
  PageLink,
  ReasonDialog,
  Status,
  TextField,
  Time,
} from '../../ui/index.js';
import { usePartner } from '../partners/partner-queries.js';
import { Deliveries, type EndpointId } from './deliveries.js';
import { disabledWords, isDisabledByPerson, typesWords } from './endpoint-words.js';

/** One webhook endpoint of a partner: its state, its deliveries and the next steps. */
export const WebhookEndpoint = () => {
  const { partnerId = '', id = '' } = useParams();
  const path = { partnerId };
  return (
    <Loaded query={useGet('/staff/partners/{partnerId}/webhook-endpoints', { path })}>
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
            {!isDisabledByPerson(endpoint) && <Disable endpoint={about} />}
          </>
        )
      }
    >
      <DescriptionList
        facts={{
          Partner: <PageLink to={`/partners/${partnerId}`}>{partner?.name ?? partnerId}</PageLink>,
          Address: url,
          Status: (
            <>
              <Status is={status} /> {disabledWords(endpoint)}
            </>
          ),
          Types: typesWords(endpoint),
          Description: description ?? false,
          Created: <Time at={createdAt} />,
          Id: <Code>{id}</Code>,
        }}
      />
      <Deliveries endpoint={about} isEnabled={isEnabled} />
    </Page>
  );
};

type ActionProps = { readonly endpoint: EndpointId };

/** Cursor before the first event. */
const BEGINNING = 'cur_-1';

/** Sends the events that the endpoint missed. */
const Recover = ({ endpoint }: ActionProps) => {
  const recover = useAction(({ after = '' }: Fields) =>
    api.POST('/staff/partners/{partnerId}/webhook-endpoints/{id}/recover', {
      params: { path: endpoint },
      body: { after },
    }),
  );
  return (
    <FormDialog
      title="Recover"
      verb="Send the missed events"
      mutation={recover}
      done={() => <Accepted />}
    >
      <Text size="sm">
        The service sends, in order, each event after this one that the endpoint has not received.
      </Text>
      <After />
    </FormDialog>
  );
};

/** Sends a part of the feed a second time. */
const Replay = ({ endpoint }: ActionProps) => {
  const replay = useAction(({ after = '', until = '' }: Fields) =>
    api.POST('/staff/partners/{partnerId}/webhook-endpoints/{id}/replay', {
      params: { path: endpoint },
      body: { after, ...(until === '' ? {} : { until }) },
    }),
  );
  return (
    <FormDialog
      title="Replay"
      verb="Send the events again"
      mutation={replay}
      done={() => <Accepted />}
    >
      <Text size="sm">
        The service sends each event of this part of the feed again, also those that the endpoint
        has received. The requests carry the header <code>webhook-replay: true</code>.
      </Text>
      <After />
      <TextField
        name="until"
        label="The last event"
        description="Id of an event. Empty: the latest one."
        required={false}
        maxLength={60}
      />
    </FormDialog>
  );
};

/** Stops the deliveries until the partner enables the endpoint again. */
const Disable = ({ endpoint }: ActionProps) => {
  const disable = useAction(({ reason = '' }: Fields) =>
    api.POST('/staff/partners/{partnerId}/webhook-endpoints/{id}/disable', {
      params: { path: endpoint },
      body: { reason },
    }),
  );
  return (
    <ReasonDialog title="Disable" verb="Disable the endpoint" mutation={disable} danger>
      The service sends nothing more to the endpoint, and its entry under Needs attention ends. The
      partner can enable the endpoint again, and then receives every event that it missed.
    </ReasonDialog>
  );
};

const After = () => (
  <TextField
    name="after"
    label="After the event"
    description={`Id of an event (evt_…). ${BEGINNING} is the beginning of the feed.`}
    defaultValue={BEGINNING}
    maxLength={60}
    data-autofocus
  />
);

const Accepted = () => (
  <Text size="sm" role="status">
    Accepted. The deliveries appear in the list below.
  </Text>
);
