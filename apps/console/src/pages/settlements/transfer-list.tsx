import { POLLED, useGet } from '../../api/queries.js';
import { Empty, Listing, Loaded, Section, Status, Time } from '../../ui/index.js';

/** Payments and payouts of the partner with the references that a reversal needs. */
export const TransferList = ({ partnerId }: { readonly partnerId: string }) => (
  <Section title="Transfers">
    <Loaded
      query={useGet('/staff/partners/{partnerId}/transfers', { path: { partnerId } }, POLLED)}
    >
      {({ transfers }) => (
        <Listing
          label="Transfers, the latest first"
          rows={transfers}
          empty={<Empty title="No transfers yet.">Recorded transfers appear here.</Empty>}
          columns={{
            What: ({ kind }) => kind,
            Reference: ({ reference }) => reference,
            'Amount, USD': { amount: ({ amount }) => amount },
            Status: ({ status }) => <Status is={status} />,
            Recorded: ({ recordedAt }) => <Time at={recordedAt} />,
            Reversed: ({ reversedAt }) => reversedAt !== null && <Time at={reversedAt} />,
            Why: ({ reason }) => reason,
          }}
        />
      )}
    </Loaded>
  </Section>
);
