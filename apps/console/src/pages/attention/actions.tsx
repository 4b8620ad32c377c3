import { Group, Stack, Text } from '@mantine/core';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { ActionButton, type Fields, ReasonDialog, Time } from '../../ui/index.js';

type Props = { readonly entry: Schemas['AttentionEntry'] };

/** Look-up, retry and closing of an entry. */
export const Actions = ({ entry: { id, kind, closing } }: Props) => {
  const lookUp = useAction(() => api.POST('/staff/attention/look-up', { body: { id } }));
  const retry = useAction(() => api.POST('/staff/attention/retry', { body: { id } }));
  const close = useAction(({ reason = '' }: Fields) =>
    api.POST('/staff/attention/close', { body: { id, reason } }),
  );
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <ActionButton mutation={retry}>Retry</ActionButton>
        {kind === 'effect' && (
          <ActionButton mutation={lookUp} variant="default">
            Look up
          </ActionButton>
        )}
        {closing.possible && (
          <ReasonDialog title="Close" verb="Close it" mutation={close} danger>
            {closing.inWords}
          </ReasonDialog>
        )}
      </Group>
      <div role="status">
        {lookUp.data !== undefined && (
          <Text size="sm" component="div" className="wraps">
            {lookUp.data.found} (<Time at={lookUp.data.at} seconds />)
          </Text>
        )}
        {retry.isSuccess && (
          <Text size="sm">
            The retry was requested. The entry disappears once the work continues.
          </Text>
        )}
      </div>
      {!closing.possible && (
        <Text size="sm" c="dimmed">
          It cannot be closed. {closing.inWords}
        </Text>
      )}
    </Stack>
  );
};
