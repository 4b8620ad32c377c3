import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { usePartnerNames } from '../partners/partner-queries.js';
import { actorOf } from '../records/timeline-words.js';
import { Listing, Status, Time, inWords } from '../../ui/index.js';

type Props = {
  readonly label: string;
  readonly verifications: readonly Schemas['StaffVerification'][];
};

export const VerificationTable = ({ label, verifications }: Props) => {
  const names = usePartnerNames();
  return (
    <Listing
      label={label}
      columns={[
        ...['Verification', 'Partner', 'Status', 'Waits for'],
        ...['Started', 'Changed', 'Decided by', 'Reason'],
      ]}
    >
      {verifications.map((each) => (
        <Table.Tr key={each.id}>
          <Table.Td>
            <Anchor component={Link} to={`/verifications/${each.id}`}>
              {each.verificationType}, by {inWords(each.documentType)}
            </Anchor>
          </Table.Td>
          <Table.Td>{names.get(each.partnerId) ?? each.partnerId}</Table.Td>
          <Table.Td>
            <Status is={each.status} />
          </Table.Td>
          <Table.Td>{waitsFor(each)}</Table.Td>
          <Table.Td>
            <Time at={each.createdAt} />
          </Table.Td>
          <Table.Td>
            <Time at={each.updatedAt} />
          </Table.Td>
          <Table.Td>{each.decidedBy === null ? 'nobody yet' : actorOf(each.decidedBy)}</Table.Td>
          <Table.Td className="wraps">{each.reason}</Table.Td>
        </Table.Tr>
      ))}
    </Listing>
  );
};

const waitsFor = ({ status, needsReview }: Schemas['StaffVerification']): string => {
  if (needsReview) return 'a person';
  if (status === 'under_review') return 'the identity provider';
  return status === 'pending' ? 'documents' : '';
};
