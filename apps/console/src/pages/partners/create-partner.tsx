import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.js';
import { answer, faultsByField } from '../../api/trouble.js';
import { Ask, type Fields } from '../../ui/index.js';
import { PARTNERS_KEY } from './partner-queries.js';

export const CreatePartner = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: ({ name = '' }: Fields) => answer(api.POST('/staff/partners', { body: { name } })),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: PARTNERS_KEY });
      await navigate(`/partners/${id}`);
    },
  });
  const faults = faultsByField(create.error);
  return (
    <Ask title="Create a partner" verb="Create" mutation={create} primary>
      <TextInput name="name" label="Name" required data-autofocus error={faults['name']} />
    </Ask>
  );
};
