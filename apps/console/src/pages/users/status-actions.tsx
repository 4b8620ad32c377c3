import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { type Fields, ReasonDialog } from '../../ui/index.js';
import { Erase } from './erase.js';

type User = Pick<Schemas['StaffUser'], 'id' | 'status' | 'watchListHitSince'>;

/** Actions on a user, each with a recorded reason. */
export const StatusActions = ({
  user: { id, status, watchListHitSince },
}: {
  readonly user: User;
}) => (
  <>
    {status === 'suspended' && (
      <Action userId={id} title="Reinstate" path="/staff/users/{userId}/reinstate">
        The user returns to the status before the suspension. Onboarding, deposits and orders are
        allowed.
      </Action>
    )}
    {status !== 'suspended' && status !== 'closed' && (
      <Action userId={id} title="Suspend" path="/staff/users/{userId}/suspend">
        No onboarding, deposits or orders until the user is reinstated.
      </Action>
    )}
    {status !== 'closed' && (
      <Action userId={id} title="Close" path="/staff/users/{userId}/close" danger>
        Closing is permanent: a closed user cannot be reinstated.
      </Action>
    )}
    {watchListHitSince !== null && <DismissHit userId={id} />}
    <Erase userId={id} />
  </>
);

/** Same effect as closing the attention entry, which a suspended user lacks. */
const DismissHit = ({ userId }: { readonly userId: string }) => {
  const dismiss = useAction(({ reason = '' }: Fields) =>
    api.POST('/staff/attention/close', { body: { id: `review-watch-list-hit/${userId}`, reason } }),
  );
  return (
    <ReasonDialog title="Dismiss watch-list hit" verb="Dismiss the hit" mutation={dismiss}>
      The match is another person, or does not require an action. The partner is not notified.
    </ReasonDialog>
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
  const act = useAction(({ reason = '' }: Fields) =>
    api.POST(path, { params: { path: { userId } }, body: { reason } }),
  );
  return (
    <ReasonDialog title={title} verb={`${title} the user`} mutation={act} danger={danger}>
      {children}
    </ReasonDialog>
  );
};
