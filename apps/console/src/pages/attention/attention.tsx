import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { Empty, Loaded, Page, Pager, Problem } from '../../ui/index.js';
import { useAttention } from './attention-queries.js';
import { Entry } from './entry.js';
import { steadyList, steadyWords } from './steady-list.js';

const PAGE = 50;
/** Most entries in a response. */
const LISTED_MAX = 500;

/** All work that is stuck, with its cause and the next steps. */
export const Attention = () => {
  const query = useAttention();
  return (
    <Page title="Needs attention">
      {query.data !== undefined && query.error !== null && <Problem error={query.error} />}
      <Loaded query={query}>
        {({ entries }) => <Entries latest={entries} isFresh={query.isFetchedAfterMount} />}
      </Loaded>
    </Page>
  );
};

type Entries = Schemas['AttentionList']['entries'];
type Props = {
  readonly latest: Entries;
  /** False while the entries come from an earlier visit. */
  readonly isFresh: boolean;
};

const Entries = ({ latest, isFresh }: Props) => {
  const [kept, setKept] = useState(latest);
  const [offset, setOffset] = useState(0);
  // An empty list can be replaced at once.
  const isAdopted = !isFresh || kept.length === 0 || latest.length === 0;
  if (isAdopted && kept !== latest) setKept(latest);
  const list = steadyList(isAdopted ? latest : kept, latest);
  const turn = (to: number) => {
    setOffset(to);
    window.scrollTo(0, 0);
  };
  if (latest.length === 0)
    return (
      <Empty title="Nothing needs attention.">Stuck work is listed here until it continues.</Empty>
    );
  const { shown, newCount, goneCount } = list;
  const from = offset < shown.length ? offset : 0;
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {steadyWords(list)}
        </Text>
        <Button
          size="xs"
          variant="default"
          disabled={newCount + goneCount === 0}
          onClick={() => {
            setKept(latest);
            turn(0);
          }}
        >
          Show the latest list
        </Button>
      </Group>
      {shown.slice(from, from + PAGE).map(({ entry, isGone }) => (
        <Entry key={entry.id} entry={entry} isGone={isGone} />
      ))}
      <Pager metadata={{ total: shown.length, limit: PAGE, offset: from }} onPage={turn} />
      {latest.length >= LISTED_MAX && (
        <Text size="sm">
          The list ends after {LISTED_MAX} entries. Others follow as these go on.
        </Text>
      )}
    </Stack>
  );
};
