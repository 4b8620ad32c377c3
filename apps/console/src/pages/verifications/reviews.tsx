import { Switch } from '@mantine/core';
import { useState } from 'react';
import { POLLED, useGet } from '../../api/queries.js';
import { Empty, Loaded, Page } from '../../ui/index.js';
import { VerificationTable } from './verification-table.js';

/** Verifications under review, mainly those that need a manual decision. */
export const Reviews = () => {
  const [isAll, setIsAll] = useState(false);
  return (
    <Page title="Verifications under review">
      <Switch
        label="Show verifications that the identity provider is still checking"
        checked={isAll}
        onChange={(event) => setIsAll(event.currentTarget.checked)}
      />
      <Loaded query={useGet('/staff/verifications', {}, POLLED)}>
        {({ verifications }) => (
          <VerificationTable
            label="Verifications under review"
            verifications={verifications.filter(({ needsReview }) => isAll || needsReview)}
            empty={
              <Empty title="No verification needs a decision.">
                Verifications that the identity provider cannot decide appear here.
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
};
