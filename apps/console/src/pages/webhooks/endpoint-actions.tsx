import { Text, TextInput } from '@mantine/core';
import { errorsByField } from '../../api/api-error.js';
import { FormDialog, Reason } from '../../ui/index.js';
import { type EndpointId, useDisableEndpoint, useRecover, useReplay } from './webhook-queries.js';

type Props = { readonly endpoint: EndpointId };

/** Cursor before the first event. */
const BEGINNING = 'cur_-1';

/** Sends the events that the endpoint missed. */
export const Recover = ({ endpoint }: Props) => {
  const recover = useRecover(endpoint);
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
      <After error={recover.error} />
    </FormDialog>
  );
};

/** Sends a part of the feed a second time. */
export const Replay = ({ endpoint }: Props) => {
  const replay = useReplay(endpoint);
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
      <After error={replay.error} />
      <TextInput
        name="until"
        label="The last event"
        description="Id of an event. Empty: the latest one."
        maxLength={60}
        error={errorsByField(replay.error)['until']}
      />
    </FormDialog>
  );
};

/** Stops the deliveries until the partner enables the endpoint again. */
export const DisableEndpoint = ({ endpoint }: Props) => {
  const disable = useDisableEndpoint(endpoint);
  return (
    <FormDialog title="Disable" verb="Disable the endpoint" mutation={disable} danger>
      <Text size="sm">
        The service sends nothing more to the endpoint, and its entry under Needs attention ends.
        The partner can enable the endpoint again, and then receives every event that it missed.
      </Text>
      <Reason description="Recorded in the log, with your name." error={disable.error} />
    </FormDialog>
  );
};

const After = ({ error }: { readonly error: Error | null }) => (
  <TextInput
    name="after"
    label="After the event"
    description={`Id of an event (evt_…). ${BEGINNING} is the beginning of the feed.`}
    defaultValue={BEGINNING}
    required
    maxLength={60}
    data-autofocus
    error={errorsByField(error)['after']}
  />
);

const Accepted = () => (
  <Text size="sm" role="status">
    Accepted. The deliveries appear in the list below.
  </Text>
);
