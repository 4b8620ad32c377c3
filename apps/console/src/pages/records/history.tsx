import { Code, Text, Timeline } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Schemas } from '../../api/client.js';
import { Empty, Loaded, Time } from '../../ui/index.js';
import { groupConsecutive } from './group-consecutive.js';
import { actorOf, sentenceOf } from './timeline-words.js';

type Props = { readonly query: UseQueryResult<Schemas['Timeline']> };

/** Events of an object in words, with time, actor and request. */
export const History = ({ query }: Props) => (
  <Loaded query={query}>
    {({ events }) => {
      const steps = groupConsecutive(events, keyOf);
      return steps.length === 0 ? (
        <Empty title="No events yet." />
      ) : (
        <Timeline bulletSize={12} lineWidth={2} active={steps.length - 1}>
          {steps.map((step) => (
            <Step key={step[0].position} events={step} />
          ))}
        </Timeline>
      );
    }}
  </Loaded>
);

type Event = Schemas['TimelineEvent'];

const keyOf = ({ type, data, actor, requestId }: Event): string =>
  JSON.stringify([sentenceOf(type, data), actor, requestId]);

const Step = ({ events }: { readonly events: readonly [Event, ...Event[]] }) => {
  const [{ type, at, actor, actorEmail, requestId, data }] = events;
  return (
    <Timeline.Item title={sentenceOf(type, data)} className="wraps">
      <Text size="sm" c="dimmed" component="div">
        <Time at={at} seconds />
        <RepeatCount times={events.length} lastAt={events.at(-1)?.at ?? at} /> by{' '}
        {actorEmail ?? actorOf(actor)}, in the request <Code>{requestId}</Code>
      </Text>
      <details>
        <summary>Details</summary>
        <Code block className="wraps">
          {events.map(textOf).join('\n\n')}
        </Code>
      </details>
    </Timeline.Item>
  );
};

type RepeatProps = { readonly times: number; readonly lastAt: string };

/** Shows the number of consecutive repeats. */
export const RepeatCount = ({ times, lastAt }: RepeatProps) =>
  times === 1 ? null : (
    <>
      , {times} times, last at <Time at={lastAt} seconds />
    </>
  );

const textOf = ({ type, position, data }: Event): string =>
  [
    `${type}, position ${position}`,
    ...Object.entries(data).map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  ].join('\n');
