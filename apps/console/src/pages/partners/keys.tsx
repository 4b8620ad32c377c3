import { Code, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { Empty, Listing, Section, Status, Time } from '../../ui/index.js';
import { KeyActions } from './end-key.js';
import { keyState } from './key-state.js';
import { MakeKey } from './make-key.js';

type Props = { readonly partner: Schemas['Partner'] };

/** API keys of the partner's server. Two may be active, so that a change causes no downtime. */
export const Keys = ({ partner: { id, keys } }: Props) => {
  const isOperator = useSession().role === 'operator';
  const [nowMs] = useState(() => Date.now());
  const old = keys.findLast((key) => keyState(key, nowMs) === 'active');
  return (
    <Section title="API keys" actions={isOperator && <MakeKey partnerId={id} old={old} />}>
      {keys.length === 0 ? (
        <Empty title="The partner has no key.">Create one, and give it to the partner.</Empty>
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
                <End at={revokedAt ?? endsAt} isAhead={revokedAt === null} />
              </Table.Td>
              <Table.Td>
                <Time at={createdAt} />
              </Table.Td>
              <Table.Td>{lastUsedAt === null ? 'not known' : <Time at={lastUsedAt} />}</Table.Td>
              {isOperator && (
                <Table.Td>
                  {revokedAt === null && (
                    <KeyActions
                      partnerId={id}
                      keyId={keyId}
                      isActive={keyState({ revokedAt, endsAt }, nowMs) === 'active'}
                    />
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Listing>
      )}
    </Section>
  );
};

type EndProps = { readonly at: string | null; readonly isAhead: boolean };

/** Past or future end of a key. */
const End = ({ at, isAhead }: EndProps) =>
  at !== null && (
    <Text size="xs">
      {isAhead && 'until '}
      <Time at={at} />
    </Text>
  );
