import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer } from '../../api/api-error.js';
import { FormDialog, type Fields, Reason } from '../../ui/index.js';
import { Erase } from './erase.js';
import { userKey } from './user-queries.js';

type User = Pick<Schemas['StaffUser'], 'id' | 'status' | 'watchListHitSince'>;

/** Actions on a user, each with a recorded reason. */
export const StatusActions = ({ user }: { readonly user: User }) => (
  <>
    {user.status !== 'closed' && <UntilClosed user={user} />}
    {user.watchListHitSince !== null && <DismissHit userId={user.id} />}
    <Erase userId={user.id} />
  </>
);

const UntilClosed = ({ user: { id, status } }: { readonly user: User }) => (
  <>
    {status === 'suspended' ? (
      <Action userId={id} title="Reinstate" path="/staff/users/{userId}/reinstate">
        The user is again what they were before, and may be onboarded, funded and traded for.
      </Action>
    ) : (
      <Action userId={id} title="Suspend" path="/staff/users/{userId}/suspend">
        No onboarding, deposits or orders until the user is reinstated.
      </Action>
    )}
    <Action userId={id} title="Close" path="/staff/users/{userId}/close" danger>
      Closing is permanent: a closed user cannot be reinstated.
    </Action>
  </>
);

/** Same effect as closing the attention entry, which a suspended user lacks. */
const DismissHit = ({ userId }: { readonly userId: string }) => {
  const queries = useQueryClient();
  const dismiss = useMutation({
    mutationFn: ({ reason = '' }: Fields) =>
      answer(
        api.POST('/staff/attention/close', {
          body: { id: `review-watch-list-hit/${userId}`, reason },
        }),
      ),
    onSuccess: () => refresh(queries, userKey(userId)),
  });
  return (
    <FormDialog title="Dismiss watch-list hit" verb="Dismiss the hit" mutation={dismiss}>
      <Text size="sm">
        The match is another person, or no reason to act. The partner reads nothing about it.
      </Text>
      <Reason description="Kept with the decision." error={dismiss.error} />
    </FormDialog>
  );
};

type Props = {
  readonly userId: string;
  readonly title: string;
  readonly path:
    | '/staff/users/{userId}/suspend'
    | '/staff/users/{userId}/reinstate'
    | '/staff/users/{userId}/close';
  readonly danger?: boolean;
  readonly children: string;
};

const Action = ({ userId, title, path, danger, children }: Props) => {
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: ({ reason = '' }: Fields) =>
      answer(api.POST(path, { params: { path: { userId } }, body: { reason } })),
    onSuccess: () => refresh(queries, userKey(userId)),
  });
  return (
    <FormDialog title={title} verb={`${title} the user`} mutation={act} danger={danger}>
      <Text size="sm">{children}</Text>
      <Reason description="Kept with the decision." error={act.error} />
    </FormDialog>
  );
};
