import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { Listing, PageLink, Status, Time, inWords } from '../../ui/index.js';
import { usePartnerNames } from '../partners/partner-queries.js';
import { actorOf } from '../records/timeline-words.js';

type Props = {
  readonly label: string;
  readonly verifications: readonly Schemas['StaffVerification'][];
  readonly empty: ReactNode;
};

export const VerificationTable = ({ label, verifications, empty }: Props) => {
  const names = usePartnerNames();
  return (
    <Listing
      label={label}
      rows={verifications}
      empty={empty}
      columns={{
        Verification: ({ id, verificationType, documentType }) => (
          <PageLink to={`/verifications/${id}`}>
            {verificationType}, by {inWords(documentType)}
          </PageLink>
        ),
        Partner: ({ partnerId }) => names.get(partnerId) ?? partnerId,
        Status: ({ status }) => <Status is={status} />,
        'Waits for': waitsFor,
        Started: ({ createdAt }) => <Time at={createdAt} />,
        Changed: ({ updatedAt }) => <Time at={updatedAt} />,
        'Decided by': ({ decidedBy }) => (decidedBy === null ? 'nobody yet' : actorOf(decidedBy)),
        Reason: { wrapped: ({ reason }) => reason },
      }}
    />
  );
};

const waitsFor = ({ status, needsReview }: Schemas['StaffVerification']): string => {
  if (needsReview) return 'a person';
  if (status === 'under_review') return 'the identity provider';
  return status === 'pending' ? 'documents' : '';
};
