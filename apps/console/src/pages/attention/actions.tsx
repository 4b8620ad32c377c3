import { Button, Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { FormDialog, Problem, Reason, Time, useOnceAtATime } from '../../ui/index.js';
import { useClose, useLookUp, useRetry } from './attention-queries.js';

type Props = { readonly entry: Schemas['AttentionEntry'] };

/** Look-up, retry and closing of an entry. */
export const Actions = ({ entry: { id, kind, closing } }: Props) => {
  const lookUp = useLookUp(id);
  const retry = useRetry(id);
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
        {closing.possible && <Close id={id} meaning={closing.inWords} />}
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

const Close = ({ id, meaning }: { readonly id: string; readonly meaning: string }) => {
  const close = useClose(id);
  return (
    <FormDialog title="Close" verb="Close it" mutation={close} danger>
      <Text size="sm">{meaning}</Text>
      <Reason description="Kept in the log, with your name." error={close.error} />
    </FormDialog>
  );
};
