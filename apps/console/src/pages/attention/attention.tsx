import { Stack, Text } from '@mantine/core';
import { Empty, Loaded, Page, Problem } from '../../ui/index.js';
import { useAttention } from './attention-queries.js';
import { Entry } from './entry.js';

/** More than one works through before the list has changed. */
const SHOWN_MAX = 50;

/** Everything that does not go on by itself, with what is known of it and what can be done. */
export const Attention = () => {
  const query = useAttention();
  return (
    <Page title="Needs attention">
      {query.data !== undefined && query.error !== null && <Problem error={query.error} />}
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title="Nothing needs attention.">
              What gets stuck is listed here until it goes on.
            </Empty>
          ) : (
            <Stack>
              {entries.slice(0, SHOWN_MAX).map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
              {entries.length > SHOWN_MAX && (
                <Text size="sm">And {entries.length - SHOWN_MAX} more after these.</Text>
              )}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
};
