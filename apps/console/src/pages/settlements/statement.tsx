import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Empty, Loaded, Pager, formOf } from '../../ui/index.js';
import { MatchingLines } from './matching-lines.js';
import { LineTable } from './line-table.js';
import { useStatement } from './settlement-queries.js';

type Props = { readonly partnerId: string; readonly id: string };

/** Lines of a period: by page, by id, or as a file. */
export const Statement = ({ partnerId, id }: Props) => {
  const [sought, setSought] = useState('');
  const file = `/staff/partners/${partnerId}/settlements/${id}/statement?as=csv`;
  return (
    <>
      <Group align="flex-end" justify="space-between">
        <form role="search" onSubmit={formOf(({ text = '' }) => setSought(text))}>
          <Group align="flex-end">
            <TextInput
              name="text"
              type="search"
              label="Id of a transaction, an order, a user or a journal"
              w={320}
            />
            <Button type="submit" variant="default">
              Search
            </Button>
          </Group>
        </form>
        <Button component="a" href={file} download variant="default">
          Download as CSV
        </Button>
      </Group>
      {sought === '' ? (
        <Pages partnerId={partnerId} id={id} />
      ) : (
        <MatchingLines key={sought} partnerId={partnerId} id={id} sought={sought} />
      )}
    </>
  );
};

const Pages = ({ partnerId, id }: Props) => {
  const [offset, setOffset] = useState(0);
  return (
    <Loaded query={useStatement(partnerId, id, offset)}>
      {({ lines, metadata }) =>
        metadata.total === 0 ? (
          <Empty title="No lines.">
            A deposit or withdrawal appears here when it is completed, a commission when its order
            ends.
          </Empty>
        ) : (
          <>
            <LineTable lines={lines} />
            <Pager metadata={metadata} onPage={setOffset} />
          </>
        )
      }
    </Loaded>
  );
};
