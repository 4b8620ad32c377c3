import { Group } from '@mantine/core';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { type Fields, ReasonDialog } from '../../ui/index.js';
import { useUser } from '../users/user-queries.js';

type Props = { readonly userId: string; readonly verificationId: string };

/** Form for the decision on a verification. */
export const Decide = ({ userId, verificationId }: Props) => {
  const { role } = useSession();
  const verification = useUser(userId).data?.verifications.find(({ id }) => id === verificationId);
  if (role !== 'operator' || verification?.status !== 'under_review') return null;
  return (
    <Group>
      <Decision id={verificationId} outcome="approved" verb="Approve" />
      <Decision id={verificationId} outcome="rejected" verb="Reject" />
    </Group>
  );
};

type DecisionProps = {
  readonly id: string;
  readonly outcome: Schemas['DecisionBody']['outcome'];
  readonly verb: string;
};

const Decision = ({ id, outcome, verb }: DecisionProps) => {
  const decide = useAction(({ reason = '' }: Fields) =>
    api.POST('/staff/verifications/{id}/decision', {
      params: { path: { id } },
      body: { outcome, reason },
    }),
  );
  return (
    <ReasonDialog
      title={verb}
      verb={`${verb} the verification`}
      mutation={decide}
      danger={outcome === 'rejected'}
    >
      The first decision is final.
    </ReasonDialog>
  );
};
