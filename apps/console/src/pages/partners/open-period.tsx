import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';
import { useSession } from '../../session/session.js';
import { Empty, DescriptionList, Loaded, Money, Section, Time } from '../../ui/index.js';
import { periodsKey } from '../settlements/settlement-queries.js';
import { ChangeSchedule } from './change-schedule.js';
import { scheduleWords } from './schedule-words.js';
import { EndPeriod } from './end-period.js';

type Props = { readonly partnerId: string };

/** End and due time of the partner's open period, with the actions on it. */
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
  const schedules = useQuery({
    queryKey: [...periodsKey(partnerId), 'schedule'],
    queryFn: () =>
      answer(api.GET('/staff/partners/{partnerId}/schedule', { params: { path: { partnerId } } })),
  }).data;
  const open = query.data?.settlements[0];
  const actions = role === 'operator' && (
    <>
      <ChangeSchedule partnerId={partnerId} present={schedules?.next ?? schedules?.schedule} />
      <EndPeriod partnerId={partnerId} open={open} />
    </>
  );
  return (
    <Section title="Settlement schedule" actions={actions}>
      <Loaded query={query}>
        {({ settlements: [open] }) =>
          open === undefined ? (
            <Empty title="The next period is about to begin.">Reload the page in a second.</Empty>
          ) : (
            <DescriptionList
              facts={{
                ...(schedules && { 'Periods end': scheduleWords(schedules.schedule) }),
                ...(schedules?.next && { 'After the open one': scheduleWords(schedules.next) }),
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
