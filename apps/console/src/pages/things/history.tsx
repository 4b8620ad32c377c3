import { Code, Text, Timeline } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Schemas } from '../../api/client.js';
import { Empty, Loaded, Time } from '../../ui/index.js';
import { actorOf, sentenceOf } from './timeline-words.js';

type Props = { readonly query: UseQueryResult<Schemas['Timeline']> };

/** What happened to a thing: in words, with when, by whom, and in which request. */
export const History = ({ query }: Props) => (
  <Loaded query={query}>
    {({ events }) =>
      events.length === 0 ? (
        <Empty title="Nothing has happened yet." />
      ) : (
        <Timeline bulletSize={12} lineWidth={2} active={events.length - 1}>
          {events.map((event) => (
            <Step key={event.position} event={event} />
          ))}
        </Timeline>
      )
    }
  </Loaded>
);

const Step = ({ event }: { readonly event: Schemas['TimelineEvent'] }) => {
  const { type, at, actor, requestId, data } = event;
  return (
    <Timeline.Item title={sentenceOf(type, data)} className="wraps">
      <Text size="sm" c="dimmed" component="div">
        <Time at={at} seconds /> by {actorOf(actor)}, in the request <Code>{requestId}</Code>
      </Text>
      <details>
        <summary>Details</summary>
        <Code block className="wraps">
          {[`${type}, position ${event.position}`, ...linesOf(data)].join('\n')}
        </Code>
      </details>
    </Timeline.Item>
  );
};

const linesOf = (data: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(data).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
