import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty, Loaded, Pager, Problem, formOf } from '../../ui/index.js';
import { downloadStatement } from './download-statement.js';
import { Found } from './found-lines.js';
import { LineTable } from './line-table.js';
import { useStatement } from './settlement-queries.js';

type Props = { readonly partnerId: string; readonly id: string };

/** Every deposit and adjustment of a period: page by page, found by an id, or as a file. */
export const Statement = ({ partnerId, id }: Props) => {
  const [sought, setSought] = useState('');
  const download = useMutation({ mutationFn: () => downloadStatement(partnerId, id) });
  return (
    <>
      <Group align="flex-end" justify="space-between">
        <form role="search" onSubmit={formOf(({ text = '' }) => setSought(text))}>
          <Group align="flex-end">
            <TextInput
              name="text"
              type="search"
              label="Id of a deposit, a user or a journal"
              w={320}
            />
            <Button type="submit" variant="default">
              Search
            </Button>
          </Group>
        </form>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download as CSV
        </Button>
      </Group>
      {download.error !== null && <Problem error={download.error} />}
      {sought === '' ? (
        <Pages partnerId={partnerId} id={id} />
      ) : (
        <Found key={sought} partnerId={partnerId} id={id} sought={sought} />
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
          <Empty title="No lines.">A deposit appears here when it is completed.</Empty>
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
