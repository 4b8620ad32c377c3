import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { PAGED, useGet } from '../../api/queries.js';
import { Empty, Loaded, Search } from '../../ui/index.js';
import { LineTable } from './line-table.js';

const PAGE = 50;

type Props = { readonly partnerId: string; readonly id: string };

/** Lines of a period: by page, by id, or as a file. */
export const Statement = ({ partnerId, id }: Props) => {
  const [sought, setSought] = useState('');
  const file = `/staff/partners/${partnerId}/settlements/${id}/statement?as=csv`;
  return (
    <>
      <Group align="flex-end" justify="space-between">
        <Search
          onSearch={setSought}
          label="Id of a transaction, an order, a user or a journal"
          w={320}
        />
        <Button component="a" href={file} download variant="default">
          Download as CSV
        </Button>
      </Group>
      {sought === '' ? (
        <Pages partnerId={partnerId} id={id} />
      ) : (
        <MatchingLines partnerId={partnerId} id={id} sought={sought} />
      )}
    </>
  );
};

const Pages = ({ partnerId, id }: Props) => {
  const [offset, onPage] = useState(0);
  const params = { path: { partnerId, id }, query: { limit: PAGE, offset } };
  const query = useGet('/staff/partners/{partnerId}/settlements/{id}/statement', params, PAGED);
  return (
    <Loaded query={query}>
      {(statement) => {
        // The other response of this path is a file.
        const { lines, metadata } = statement as Schemas['Statement'];
        return (
          <LineTable
            lines={lines}
            page={{ metadata, onPage }}
            empty={
              <Empty title="No lines.">
                A deposit or withdrawal appears here when it is completed, a commission when its
                order ends.
              </Empty>
            }
          />
        );
      }}
    </Loaded>
  );
};

/** The lines of a statement with an id. */
const MatchingLines = ({ partnerId, id, sought }: Props & { readonly sought: string }) => {
  const params = { path: { partnerId, id }, query: { text: sought } };
  return (
    <Loaded query={useGet('/staff/partners/{partnerId}/settlements/{id}/lines', params)}>
      {({ lines, whole }) => (
        <>
          <LineTable
            lines={lines}
            empty={<Empty title="No line has this id.">Search for the complete id.</Empty>}
          />
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
