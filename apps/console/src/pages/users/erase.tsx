import { List, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer } from '../../api/trouble.js';
import { Ask, type Fields, Question, Reason, Time, inWords } from '../../ui/index.js';
import { userKey } from './user-queries.js';

type Erasure = Schemas['Erasure'];

/** Destroys what tells of a user, once that was asked for twice. */
export const Erase = ({ userId }: { readonly userId: string }) => {
  const queries = useQueryClient();
  const [ground, setGround] = useState('');
  const erase = useMutation({
    mutationFn: ({ reason = '', confirm }: Fields) =>
      answer(
        api.POST('/staff/users/{userId}/erase', {
          params: { path: { userId } },
          body: { reason, ...(confirm === undefined ? {} : { confirm }) },
        }),
      ),
    onMutate: ({ reason = '' }) => setGround(reason),
    onSuccess: () => refresh(queries, userKey(userId)),
  });
  return (
    <Ask
      title="Erase"
      verb="See what would be erased"
      mutation={erase}
      danger
      asksBack={({ confirm, toAsk }, { send, back }) =>
        confirm !== null && (
          <Question
            yes="Erase for ever"
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
      <Text size="sm">Nothing is erased yet: the next step says what would be.</Text>
      <Reason
        description="On what ground. It is kept and can be read: name nobody."
        error={erase.error}
      />
    </Ask>
  );
};

const ToAsk = ({ toAsk }: Pick<Erasure, 'toAsk'>) =>
  toAsk.length > 0 && (
    <>
      <Text size="sm">Ask these to erase the user, too:</Text>
      <List size="sm">
        {toAsk.map(({ provider, ids }) => (
          <List.Item key={provider}>
            {inWords(provider)}: {ids.join(', ')}
          </List.Item>
        ))}
      </List>
    </>
  );
