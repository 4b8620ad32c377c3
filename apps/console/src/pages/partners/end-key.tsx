import { Group, Text } from '@mantine/core';
import { fieldError } from '../../api/api-error.js';
import { useAction } from '../../api/queries.js';
import { type Fields, FormDialog } from '../../ui/index.js';
import { EndFields } from './end-fields.js';
import { keyEndOf } from './key-end.js';
import { endKey } from './partner-queries.js';

type Props = { readonly partnerId: string; readonly keyId: string; readonly isActive: boolean };

/** Ends a key: at a time, or at once. */
export const KeyActions = ({ partnerId, keyId, isActive }: Props) => {
  const send = (fields: Fields) => endKey(partnerId, keyId, keyEndOf(fields, Date.now()));
  const [end, revoke] = [useAction(send), useAction(send)];
  return (
    <Group gap="xs" wrap="nowrap">
      {isActive && (
        <FormDialog title="End at…" verb="Set the end" mutation={end} shown={['at']}>
          <Text size="sm" className="wraps">
            The key {keyId} is good until then. Another end replaces this one; before it came, the
            key can be revoked at any time.
          </Text>
          <EndFields label="It ends" usual="day" error={fieldError(end.error, 'at')} />
        </FormDialog>
      )}
      <FormDialog title="Revoke" verb="Revoke the key" mutation={revoke} danger>
        <input type="hidden" name="ends" value="now" />
        <Text size="sm" className="wraps">
          The key {keyId} and what was got with it open nothing any more, within a second. A revoked
          key does not come back.
        </Text>
      </FormDialog>
    </Group>
  );
};
