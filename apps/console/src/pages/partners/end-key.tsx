import { Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorsByField } from '../../api/api-error.js';
import { FormDialog, type Fields } from '../../ui/index.js';
import { EndFields } from './end-fields.js';
import { keyEndOf } from './key-end.js';
import { endKey, partnerKey } from './partner-queries.js';

type Props = { readonly partnerId: string; readonly keyId: string };

/** Ends a key: at a time, or at once. */
export const KeyActions = ({ isActive, ...key }: Props & { readonly isActive: boolean }) => (
  <Group gap="xs" wrap="nowrap">
    {isActive && <EndKey {...key} />}
    <RevokeKey {...key} />
  </Group>
);

const EndKey = (key: Props) => {
  const end = useEnding(key);
  return (
    <FormDialog title="End at…" verb="Set the end" mutation={end} shown={['at']}>
      <Text size="sm" className="wraps">
        The key {key.keyId} is good until then. Another end replaces this one; before it came, the
        key can be revoked at any time.
      </Text>
      <EndFields label="It ends" usual="day" error={errorsByField(end.error)['at']} />
    </FormDialog>
  );
};

const RevokeKey = (key: Props) => (
  <FormDialog title="Revoke" verb="Revoke the key" mutation={useEnding(key)} danger>
    <input type="hidden" name="ends" value="now" />
    <Text size="sm" className="wraps">
      The key {key.keyId} and what was got with it open nothing any more, within a second. A revoked
      key does not come back.
    </Text>
  </FormDialog>
);

const useEnding = ({ partnerId, keyId }: Props) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: Fields) => endKey(partnerId, keyId, keyEndOf(fields, Date.now())),
    onSuccess: (partner) => queries.setQueryData(partnerKey(partnerId), partner),
  });
};
