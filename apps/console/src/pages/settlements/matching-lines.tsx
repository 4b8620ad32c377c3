import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';
import { Empty, Loaded } from '../../ui/index.js';
import { LineTable } from './line-table.js';

type Props = { readonly partnerId: string; readonly id: string; readonly sought: string };

/** The lines of a statement with an id. */
export const MatchingLines = ({ partnerId, id, sought }: Props) => {
  const query = useQuery({
    queryKey: ['statement-search', id, sought],
    queryFn: () =>
      answer(
        api.GET('/staff/partners/{partnerId}/settlements/{id}/lines', {
          params: { path: { partnerId, id }, query: { text: sought } },
        }),
      ),
  });
  return (
    <Loaded query={query}>
      {({ lines, whole }) => (
        <>
          {lines.length === 0 ? (
            <Empty title="No line has this id.">Search for the complete id.</Empty>
          ) : (
            <LineTable lines={lines} />
          )}
          {!whole && (
            <Text size="sm" role="status">
              There may be more. Download the CSV to see all of them.
            </Text>
          )}
        </>
      )}
    </Loaded>
  );
};
