import { Code, Text } from '@mantine/core';
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
      <Listing
        label="Keys, the oldest first"
        rows={keys}
        empty={
          <Empty title="The partner has no key.">Create one, and give it to the partner.</Empty>
        }
        columns={{
          Key: ({ keyId }) => <Code>{keyId}</Code>,
          Status: (key) => (
            <>
              <Status is={keyState(key, nowMs)} />
              <End at={key.revokedAt ?? key.endsAt} isAhead={key.revokedAt === null} />
            </>
          ),
          Made: ({ createdAt }) => <Time at={createdAt} />,
          'Last used': ({ lastUsedAt: at }) => (at === null ? 'not known' : <Time at={at} />),
          Action:
            isOperator &&
            ((key) =>
              key.revokedAt === null && (
                <KeyActions
                  partnerId={id}
                  keyId={key.keyId}
                  isActive={keyState(key, nowMs) === 'active'}
                />
              )),
        }}
      />
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
