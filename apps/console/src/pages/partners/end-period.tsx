import { Text } from '@mantine/core';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { troubleOf } from '../../api/api-error.js';
import { FormDialog, DescriptionList, type Fields, Money, Time } from '../../ui/index.js';

type Period = Schemas['Settlement'];

type Props = {
  readonly partnerId: string;
  /** Undefined for a moment between two periods. */
  readonly open: Period | undefined;
};

/** Ends the period that was open when the dialog was opened. */
export const EndPeriod = ({ partnerId, open }: Props) => {
  const [period, setPeriod] = useState(open);
  const cutOff = useAction((_: Fields) =>
    api.POST('/staff/partners/{partnerId}/cut-off', {
      params: { path: { partnerId } },
      body: { periodId: period?.id ?? '' },
    }),
  );
  return (
    <FormDialog
      title="End the period now"
      verb="End it"
      mutation={cutOff}
      disabled={open === undefined}
      onOpen={() => setPeriod(open)}
      isFinal={(error) => troubleOf(error).code === 'period_not_open'}
      done={() => (
        <Text size="sm" role="status">
          The period that began on {period !== undefined && <Time at={period.opensAt} />} has ended.
          Its totals follow within seconds.
        </Text>
      )}
    >
      {period !== undefined && (
        <DescriptionList
          facts={{
            'It began': <Time at={period.opensAt} />,
            'Scheduled end': <Time at={period.cutOffAt} />,
            'Owed so far': <Money amount={(period.id === open?.id ? open : period).due} alone />,
          }}
        />
      )}
      <Text size="sm">
        The totals of this period are final, and the next one begins. What is completed later counts
        there.
      </Text>
    </FormDialog>
  );
};
