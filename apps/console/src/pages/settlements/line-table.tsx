import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { Listing, PageLink, type Pagination, Time } from '../../ui/index.js';

type Props = {
  readonly lines: readonly Schemas['StatementLine'][];
  readonly empty: ReactNode;
  readonly page?: Pagination;
};

export const LineTable = ({ lines, ...rest }: Props) => (
  <Listing
    label="Lines of the statement"
    rows={lines}
    {...rest}
    columns={{
      Completed: ({ completedAt }) => <Time at={completedAt} />,
      What: ({ type, journalId, transactionId }) => (
        <PageLink to={`/${journalId === null ? 'orders' : 'deposits'}/${transactionId}`}>
          {type}
        </PageLink>
      ),
      'The partner’s id': ({ externalId }) => externalId,
      'Gross, USD': { amount: ({ gross }) => gross },
      Fee: { amount: ({ fee }) => fee },
      Net: { amount: ({ net }) => net },
      Due: { amount: ({ due }) => due },
      User: ({ userId }) => <PageLink to={`/users/${userId}`}>{userId.slice(0, 8)}</PageLink>,
    }}
  />
);
