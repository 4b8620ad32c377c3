import { Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer } from '../../api/api-error.js';
import { useSession } from '../../session/session.js';
import { FormDialog, type Fields, Reason } from '../../ui/index.js';
import { useUser, userKey } from '../users/user-queries.js';

type Props = { readonly userId: string; readonly verificationId: string };

/** Form for the decision on a verification. */
export const Decide = ({ userId, verificationId }: Props) => {
  const { role } = useSession();
  const verification = useUser(userId).data?.verifications.find(({ id }) => id === verificationId);
  if (role !== 'operator' || verification?.status !== 'under_review') return null;
  return (
    <Group>
      <Decision userId={userId} id={verificationId} outcome="approved" verb="Approve" />
      <Decision userId={userId} id={verificationId} outcome="rejected" verb="Reject" />
    </Group>
  );
};

type DecisionProps = {
  readonly userId: string;
  readonly id: string;
  readonly outcome: Schemas['DecisionBody']['outcome'];
  readonly verb: string;
};

const Decision = ({ userId, id, outcome, verb }: DecisionProps) => {
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: ({ reason = '' }: Fields) =>
      answer(
        api.POST('/staff/verifications/{id}/decision', {
          params: { path: { id } },
          body: { outcome, reason },
        }),
      ),
    onSuccess: () =>
      Promise.all([
        refresh(queries, userKey(userId)),
        refresh(queries, ['history', 'verification', id]),
        refresh(queries, ['verifications']),
      ]),
  });
  return (
    <FormDialog
      title={verb}
      verb={`${verb} the verification`}
      mutation={decide}
      danger={verb === 'Reject'}
    >
      <Text size="sm">The first decision is final.</Text>
      <Reason description="Kept with the decision." error={decide.error} />
    </FormDialog>
  );
};
