import { Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { type Fields, FormDialog, PageLink, Question, TextField } from '../../ui/index.js';
import { partnerWithSameName } from './partner-queries.js';

/** Creates a partner. Asks before it creates a second one with the same name. */
export const CreatePartner = () => {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const create = useAction(
    async ({ name = '', confirmed }: Fields) => {
      const namesake = confirmed === undefined ? await partnerWithSameName(name) : undefined;
      if (namesake !== undefined) return { namesake };
      return { made: await api.POST('/staff/partners', { body: { name } }) };
    },
    {
      onMutate: ({ name = '' }) => setTyped(name),
      onSuccess: ({ made }) => made && navigate(`/partners/${made.id}`),
    },
  );
  return (
    <FormDialog
      title="Create a partner"
      verb="Create"
      mutation={create}
      onOpen={() => setTyped('')}
      asksBack={({ namesake }, { send, back }) =>
        namesake !== undefined && (
          <Question
            yes="Create another one"
            no="Change it"
            onYes={() => send({ name: typed, confirmed: 'yes' })}
            onNo={back}
          >
            <Text className="wraps">
              There is a partner of this name already:{' '}
              <PageLink to={`/partners/${namesake.id}`}>{namesake.name}</PageLink>, {namesake.id}.
            </Text>
          </Question>
        )
      }
      primary
    >
      <TextField name="name" label="Name" data-autofocus defaultValue={typed} />
    </FormDialog>
  );
};
