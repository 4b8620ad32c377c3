import { List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { useAction, useGet } from '../../api/queries.js';
import {
  FormDialog,
  type Fields,
  Loaded,
  PageLink,
  Question,
  Reason,
  Time,
  inWords,
} from '../../ui/index.js';

type Erasure = Schemas['Erasure'];

/** Erases a user after two requests. */
export const Erase = ({ userId }: { readonly userId: string }) => {
  const path = { userId };
  const [ground, setGround] = useState('');
  const erase = useAction(
    ({ reason = '', confirm }: Fields) =>
      api.POST('/staff/users/{userId}/erase', { params: { path }, body: { reason, confirm } }),
    { onMutate: ({ reason = '' }) => setGround(reason) },
  );
  const [isOpen, setOpen] = useState(false);
  const check = useGet('/staff/users/{userId}/erasure', { path }, { enabled: isOpen, gcTime: 0 });
  const isFree = check.data?.obstacles.length === 0;
  return (
    <FormDialog
      title="Erase"
      onOpen={() => setOpen(true)}
      isBlocked={!isFree}
      verb="See what would be erased"
      mutation={erase}
      danger
      asksBack={({ confirm, toAsk }, { send, back }) =>
        confirm !== null && (
          <Question
            yes="Erase permanently"
            no="Keep the user"
            onYes={() => send({ reason: ground, confirm })}
            onNo={back}
          >
            <Text size="sm">
              Name, e-mail and all else that tells of the user is destroyed. Nobody can bring it
              back. Amounts, times and ids stay.
            </Text>
            <ToAsk toAsk={toAsk} />
          </Question>
        )
      }
      done={({ toAsk, inBackupsUntil }) => (
        <Stack>
          <Text size="sm">The user was erased.</Text>
          <Text size="sm">
            Backups of before hold the user until <Time at={inBackupsUntil} />.
          </Text>
          <ToAsk toAsk={toAsk} />
        </Stack>
      )}
    >
      <Loaded query={check}>
        {({ obstacles }) =>
          obstacles.length > 0 ? (
            <Obstacles obstacles={obstacles} />
          ) : (
            <>
              <Text size="sm">The user is not erased yet. The next step lists the effects.</Text>
              <Reason description="Legal ground. It is stored in plaintext: do not name a person." />
            </>
          )
        }
      </Loaded>
    </FormDialog>
  );
};

const Obstacles = ({ obstacles }: Schemas['ErasureObstacles']) => (
  <>
    <Text size="sm">The user cannot be erased yet:</Text>
    <List size="sm">
      {obstacles.map(({ code, detail, deposits, orders }) => (
        <List.Item key={code}>
          {detail}
          <Links kind="deposits" ids={deposits} />
          <Links kind="orders" ids={orders} />
        </List.Item>
      ))}
    </List>
  </>
);

type LinksProps = { readonly kind: 'deposits' | 'orders'; readonly ids: readonly string[] };

const Links = ({ kind, ids }: LinksProps) =>
  ids.map((id) => (
    <PageLink key={id} to={`/${kind}/${id}`} size="sm" display="block">
      {id}
    </PageLink>
  ));

const ToAsk = ({ toAsk }: Pick<Erasure, 'toAsk'>) =>
  toAsk.length > 0 && (
    <>
      <Text size="sm">Ask these providers to erase the user too:</Text>
      <List size="sm">
        {toAsk.map(({ provider, ids }) => (
          <List.Item key={provider}>
            {provider === 'event-store'
              ? 'the operator of EventStoreDB, by a scavenge'
              : inWords(provider)}
            : {ids.join(', ')}
          </List.Item>
        ))}
      </List>
    </>
  );
