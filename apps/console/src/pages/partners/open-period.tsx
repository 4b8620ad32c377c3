import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer } from '../../api/trouble.js';
import { useSession } from '../../session/session.js';
import { Ask, Empty, Facts, type Fields, Loaded, Money, Section, Time } from '../../ui/index.js';
import { periodsKey } from '../settlements/settlement-queries.js';
import { ChangeSchedule } from './change-schedule.js';

type Props = { readonly partnerId: string };

/** When the partner's present period ends and is due, and how to change that. */
export const OpenPeriod = ({ partnerId }: Props) => {
  const { role } = useSession();
  const query = useQuery({
    queryKey: [...periodsKey(partnerId), 'open'],
    queryFn: () =>
      answer(
        api.GET('/staff/partners/{partnerId}/settlements', {
          params: { path: { partnerId }, query: { status: 'open', limit: 1 } },
        }),
      ),
  });
  const open = query.data?.settlements[0];
  const actions = role === 'operator' && (
    <>
      <ChangeSchedule partnerId={partnerId} />
      {open !== undefined && <CutOff partnerId={partnerId} periodId={open.id} />}
    </>
  );
  return (
    <Section title="Settlement schedule" actions={actions}>
      <Loaded query={query}>
        {({ settlements: [open] }) =>
          open === undefined ? (
            <Empty title="The next period is about to begin.">Look again in a second.</Empty>
          ) : (
            <Facts
              facts={{
                'The open period ends': <Time at={open.cutOffAt} />,
                'Its transfer is due': <Time at={open.dueAt} />,
                'Owed so far': <Money amount={open.due} alone />,
              }}
            />
          )
        }
      </Loaded>
    </Section>
  );
};

const CutOff = ({ partnerId, periodId }: Props & { readonly periodId: string }) => {
  const queries = useQueryClient();
  const cutOff = useMutation({
    mutationFn: (_: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/cut-off', {
          params: { path: { partnerId } },
          body: { periodId },
        }),
      ),
    onSuccess: () => refresh(queries, periodsKey(partnerId)),
  });
  return (
    <Ask title="End the period now" verb="End it" mutation={cutOff}>
      <Text size="sm">
        The totals of the open period are fixed for ever, and the next one begins. What is completed
        later counts there.
      </Text>
    </Ask>
  );
};
