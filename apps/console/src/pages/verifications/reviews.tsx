import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';
import { Empty, Loaded, Page } from '../../ui/index.js';
import { VerificationTable } from './verification-table.js';
import { CONSOLE_LIST_POLL_MS } from '../../timing.js';

/** Verifications under review, mainly those that need a manual decision. */
export const Reviews = () => {
  const [isAll, setIsAll] = useState(false);
  const query = useQuery({
    queryKey: ['verifications'],
    queryFn: () => answer(api.GET('/staff/verifications')),
    refetchInterval: CONSOLE_LIST_POLL_MS,
  });
  return (
    <Page title="Verifications under review">
      <Switch
        label="Show those that the identity provider is still checking"
        checked={isAll}
        onChange={(event) => setIsAll(event.currentTarget.checked)}
      />
      <Loaded query={query}>
        {({ verifications }) => {
          const shown = verifications.filter(({ needsReview }) => isAll || needsReview);
          return shown.length === 0 ? (
            <Empty title="No verification needs a decision.">
              What the identity provider cannot decide alone appears here.
            </Empty>
          ) : (
            <VerificationTable label="Verifications under review" verifications={shown} />
          );
        }}
      </Loaded>
    </Page>
  );
};
