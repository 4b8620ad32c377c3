import { useGet } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { Empty, DescriptionList, Loaded, Money, Section, Time } from '../../ui/index.js';
import { ChangeSchedule } from './change-schedule.js';
import { scheduleWords } from './schedule-words.js';
import { EndPeriod } from './end-period.js';

type Props = { readonly partnerId: string };

/** End and due time of the partner's open period, with the actions on it. */
export const OpenPeriod = ({ partnerId }: Props) => {
  const { role } = useSession();
  const path = { partnerId };
  const query = useGet('/staff/partners/{partnerId}/settlements', {
    path,
    query: { status: 'open', limit: 1 },
  });
  const schedules = useGet('/staff/partners/{partnerId}/schedule', { path }).data;
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
                'Periods end': schedules !== undefined && scheduleWords(schedules.schedule),
                'After the open one': schedules?.next ? scheduleWords(schedules.next) : false,
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
