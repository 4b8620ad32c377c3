import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client.js';
import { Empty, Loaded } from '../../ui/index.js';
import { LineTable } from './line-table.js';
import { SEARCHED, statementPage } from './settlement-queries.js';

type Line = Schemas['StatementLine'];
type Props = { readonly partnerId: string; readonly id: string; readonly sought: string };

/** The service has no search in statements: so many lines are looked through here. */
const LINES_MAX = 20_000;
const FOUND_MAX = 100;

/** The lines of a statement that carry an id. */
export const Found = ({ partnerId, id, sought }: Props) => {
  const query = useQuery({
    queryKey: ['statement-search', id, sought],
    queryFn: () => search(partnerId, id, sought),
  });
  return (
    <Loaded query={query}>
      {({ lines, isWhole }) => (
        <>
          {lines.length === 0 ? (
            <Empty title="No line carries that id.">Search for the whole id.</Empty>
          ) : (
            <LineTable lines={lines} />
          )}
          {!isWhole && (
            <Text size="sm" role="status">
              The first {LINES_MAX.toLocaleString('en-US')} lines were searched. Download the CSV to
              search all of them.
            </Text>
          )}
        </>
      )}
    </Loaded>
  );
};

const search = async (partnerId: string, id: string, sought: string) => {
  const lines: Line[] = [];
  for (let offset = 0; offset < LINES_MAX && lines.length < FOUND_MAX; offset += SEARCHED) {
    const page = await statementPage(partnerId, id, offset, SEARCHED);
    lines.push(...page.lines.filter((line) => carries(line, sought)));
    if (offset + SEARCHED >= page.metadata.total) return { lines, isWhole: true };
  }
  return { lines, isWhole: false };
};

const carries = ({ transactionId, externalId, userId, journalId }: Line, sought: string) =>
  [transactionId, externalId, userId, journalId].includes(sought);
