import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.js';
import { answer, faultsByField } from '../../api/trouble.js';
import { formOf } from '../../ui/form.js';
import { Problem } from '../../ui/index.js';
import { PARTNERS_KEY } from './partner-queries.js';

export const CreatePartner = () => {
  const [isOpen, dialog] = useDisclosure(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (name: string) => answer(api.POST('/staff/partners', { body: { name } })),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: PARTNERS_KEY });
      await navigate(`/partners/${id}`);
    },
  });
  return (
    <>
      <Button onClick={dialog.open}>Create a partner</Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Create a partner">
        <form onSubmit={formOf(({ name = '' }) => create.mutate(name))}>
          <Stack>
            {create.error !== null && <Problem error={create.error} />}
            <TextInput
              name="name"
              label="Name"
              required
              data-autofocus
              error={faultsByField(create.error)['name']}
            />
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
};
