import { Anchor, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/client.js';
import { answer, errorsByField } from '../../api/api-error.js';
import { FormDialog, type Fields, Question } from '../../ui/index.js';
import { PARTNERS_KEY, partnerWithSameName } from './partner-queries.js';

/** Creates a partner. Asks before it creates a second one with the same name. */
export const CreatePartner = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const create = useMutation({
    mutationFn: async ({ name = '', confirmed }: Fields) => {
      const namesake = confirmed === undefined ? await partnerWithSameName(name) : undefined;
      if (namesake !== undefined) return { namesake };
      return { made: await answer(api.POST('/staff/partners', { body: { name } })) };
    },
    onMutate: ({ name = '' }) => setTyped(name),
    onSuccess: async ({ made }) => {
      if (made === undefined) return;
      await queries.invalidateQueries({ queryKey: PARTNERS_KEY });
      await navigate(`/partners/${made.id}`);
    },
  });
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
              <Anchor component={Link} to={`/partners/${namesake.id}`}>
                {namesake.name}
              </Anchor>
              , {namesake.id}.
            </Text>
          </Question>
        )
      }
      primary
    >
      <TextInput
        name="name"
        label="Name"
        required
        data-autofocus
        defaultValue={typed}
        error={errorsByField(create.error)['name']}
      />
    </FormDialog>
  );
};
