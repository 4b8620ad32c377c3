import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer, troubleOf } from '../../api/trouble.js';
import { Ask, Facts, type Fields, Money, Time } from '../../ui/index.js';
import { periodsKey } from '../settlements/settlement-queries.js';

type Period = Schemas['Settlement'];

type Props = {
  readonly partnerId: string;
  /** None for a moment, when one has ended and the next is about to begin. */
  readonly open: Period | undefined;
};

/** Ends the period that was open when the dialog was opened, whichever is by now. */
export const EndPeriod = ({ partnerId, open }: Props) => {
  const queries = useQueryClient();
  const [period, setPeriod] = useState(open);
  const cutOff = useMutation({
    mutationFn: (_: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/cut-off', {
          params: { path: { partnerId } },
          body: { periodId: period?.id ?? '' },
        }),
      ),
    onSettled: () => refresh(queries, periodsKey(partnerId)),
  });
  return (
    <Ask
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
        <Facts
          facts={{
            'It began': <Time at={period.opensAt} />,
            'It was to end': <Time at={period.cutOffAt} />,
            'Owed so far': <Money amount={(period.id === open?.id ? open : period).due} alone />,
          }}
        />
      )}
      <Text size="sm">
        The totals of this period are fixed for ever, and the next one begins. What is completed
        later counts there.
      </Text>
    </Ask>
  );
};
