import { Code, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer } from '../../api/trouble.js';
import { useSession } from '../../session/session.js';
import { Ask, Empty, type Fields, Listing, Secret, Section, Status, Time } from '../../ui/index.js';
import { keyState } from './key-state.js';
import { partnerKey } from './partner-queries.js';

type Props = { readonly partner: Schemas['Partner'] };

/** The keys that the partner's server logs in with. Two may be good, so that none has to stop. */
export const Keys = ({ partner: { id, keys } }: Props) => {
  const isOperator = useSession().role === 'operator';
  const [nowMs] = useState(() => Date.now());
  return (
    <Section title="API keys" actions={isOperator && <MakeKey partnerId={id} />}>
      {keys.length === 0 ? (
        <Empty title="It has no key.">Make one, and hand it to the partner.</Empty>
      ) : (
        <Listing
          label="Keys, the oldest first"
          columns={['Key', 'Status', 'Made', 'Last used', ...(isOperator ? ['Action'] : [])]}
        >
          {keys.map(({ keyId, createdAt, revokedAt, endsAt, lastUsedAt }) => (
            <Table.Tr key={keyId}>
              <Table.Td>
                <Code>{keyId}</Code>
              </Table.Td>
              <Table.Td>
                <Status is={keyState({ revokedAt, endsAt }, nowMs)} />
                <End at={revokedAt ?? endsAt} />
              </Table.Td>
              <Table.Td>
                <Time at={createdAt} />
              </Table.Td>
              <Table.Td>{lastUsedAt === null ? 'not known' : <Time at={lastUsedAt} />}</Table.Td>
              {isOperator && (
                <Table.Td>
                  {revokedAt === null && <RevokeKey partnerId={id} keyId={keyId} />}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Listing>
      )}
    </Section>
  );
};

/** When it ended, or will. */
const End = ({ at }: { readonly at: string | null }) =>
  at !== null && (
    <Text size="xs">
      <Time at={at} />
    </Text>
  );

const MakeKey = ({ partnerId }: { readonly partnerId: string }) => {
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (_: Fields) =>
      answer(api.POST('/staff/partners/{partnerId}/keys', { params: { path: { partnerId } } })),
    onSuccess: () => refresh(queries, partnerKey(partnerId)),
  });
  return (
    <Ask
      title="Make a key"
      verb="Make the key"
      mutation={make}
      done={({ apiKey }) => <Secret name="The new API key" value={apiKey} />}
    >
      <Text size="sm">
        Two keys may be good at a time: hand the new one over, then revoke the old one.
      </Text>
    </Ask>
  );
};

const RevokeKey = ({
  partnerId,
  keyId,
}: {
  readonly partnerId: string;
  readonly keyId: string;
}) => {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (_: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/keys/revoke', {
          params: { path: { partnerId } },
          body: { keyId },
        }),
      ),
    onSuccess: (partner) => queries.setQueryData(partnerKey(partnerId), partner),
  });
  return (
    <Ask title="Revoke" verb="Revoke the key" mutation={revoke} danger>
      <Text size="sm" className="wraps">
        The key {keyId} and what was got with it open nothing any more, within a second. A revoked
        key does not come back.
      </Text>
    </Ask>
  );
};
