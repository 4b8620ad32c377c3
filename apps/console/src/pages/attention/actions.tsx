import { Button, Group, Stack, Text } from '@mantine/core';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { type Fields, Problem, ReasonDialog, Time, useOnceAtATime } from '../../ui/index.js';

type Props = { readonly entry: Schemas['AttentionEntry'] };

/** Look-up, retry and closing of an entry. */
export const Actions = ({ entry: { id, kind, closing } }: Props) => {
  const lookUp = useAction(() => api.POST('/staff/attention/look-up', { body: { id } }));
  const retry = useAction(() => api.POST('/staff/attention/retry', { body: { id } }));
  const close = useAction(({ reason = '' }: Fields) =>
    api.POST('/staff/attention/close', { body: { id, reason } }),
  );
  const [again, look] = [useOnceAtATime(retry), useOnceAtATime(lookUp)];
  const error = lookUp.error ?? retry.error;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button size="xs" loading={retry.isPending} onClick={again.send}>
          Retry
        </Button>
        {kind === 'effect' && (
          <Button size="xs" variant="default" loading={lookUp.isPending} onClick={look.send}>
            Look up
          </Button>
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
      {error !== null && <Problem error={error} />}
    </Stack>
  );
};
