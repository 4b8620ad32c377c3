import { Stack, Text } from '@mantine/core';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { FormDialog, type Fields, Problem, Secret, Time } from '../../ui/index.js';
import { EndFields } from './end-fields.js';
import { type KeyEnd, keyEndOf } from './key-end.js';
import { endKey } from './partner-queries.js';

type Key = Schemas['PartnerKey'];

type Props = {
  readonly partnerId: string;
  /** The key that the new one replaces. */
  readonly old: Key | undefined;
};

/** Result for the old key. The new key is created and shown in any case. */
type OldKey = { readonly key: Key } | { readonly keyId: string; readonly error: unknown };

export const MakeKey = ({ partnerId, old }: Props) => {
  const make = useAction(async (fields: Fields) => {
    const isKept = old === undefined || fields['ends'] === 'kept';
    const end = isKept ? null : keyEndOf(fields, Date.now());
    const params = { path: { partnerId } };
    const made = await api.POST('/staff/partners/{partnerId}/keys', { params });
    return { made, old: old && (await endOld(partnerId, old, end)) };
  });
  return (
    <FormDialog
      title="Make a key"
      verb="Make the key"
      mutation={make}
      once
      done={(data) => (
        <Stack>
          <Secret name="The new API key" value={data.made.apiKey} />
          {data.old !== undefined && <Old is={data.old} />}
        </Stack>
      )}
    >
      <Text size="sm">
        Two keys may be good at a time: hand the new one over while the old one still is.
      </Text>
      {old !== undefined && <OldEnds endsAt={old.endsAt} />}
    </FormDialog>
  );
};

const OldEnds = ({ endsAt }: Pick<Key, 'endsAt'>) => (
  <EndFields
    label="The old key ends"
    usual={endsAt === null ? 'day' : 'kept'}
    others={[
      { value: 'now', label: 'now: the partner has no access until it uses the new key' },
      { value: 'kept', label: endsAt === null ? 'not yet' : 'at its planned end' },
    ]}
  />
);

const endOld = async (partnerId: string, old: Key, end: KeyEnd | null): Promise<OldKey> => {
  if (end === null) return { key: old };
  const { keyId } = old;
  try {
    const { keys } = await endKey(partnerId, keyId, end);
    return { key: keys.find((key) => key.keyId === keyId) ?? old };
  } catch (error) {
    return { keyId, error };
  }
};

const Old = ({ is }: { readonly is: OldKey }) => {
  if ('error' in is)
    return (
      <>
        <Text size="sm" className="wraps">
          The new key is good. The old one, {is.keyId}, still works: it got no end. End it with
          “Revoke” or “End at…” beside it in the list.
        </Text>
        <Problem error={is.error} />
      </>
    );
  const { keyId, revokedAt, endsAt } = is.key;
  const at = revokedAt ?? endsAt;
  return (
    <Text size="sm" className="wraps">
      The old key, {keyId}, {at === null && 'stays active until you end it.'}
      {at !== null && (
        <>
          {revokedAt === null ? 'ends' : 'was revoked'} on <Time at={at} />.
        </>
      )}
    </Text>
  );
};
