import { Button, Code, FileInput, Group, List, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer } from '../../api/trouble.js';
import { Page, Problem, Section } from '../../ui/index.js';
import { ImportedLines } from './imported-lines.js';

type Asked = { readonly csv: string; readonly preview: boolean };

/** A bank's file of transfers: first what each line would come to, then the recording. */
export const ImportTransfers = () => {
  const queries = useQueryClient();
  const [csv, setCsv] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: (body: Asked) => answer(api.POST('/staff/transfers/import', { body })),
    onSuccess: () => refresh(queries, ['periods']),
  });
  const choose = async (file: File | null) => {
    send.reset();
    const text = file === null ? null : await file.text();
    setCsv(text);
    if (text !== null) send.mutate({ csv: text, preview: true });
  };
  const result = send.data;
  const fresh = result?.lines.filter(({ outcome }) => outcome === 'new').length ?? 0;
  return (
    <Page title="Import transfers">
      <List size="sm">
        <List.Item>
          A CSV file in UTF-8 with the header <Code>partner,reference,amount</Code>: the partner’s
          id, the bank’s reference, dollars such as 1250.00.
        </List.Item>
        <List.Item>
          Nothing is recorded before you have seen what each line would come to.
        </List.Item>
        <List.Item>A file may be sent again: what is known already changes nothing.</List.Item>
      </List>
      <FileInput
        label="File"
        placeholder="Choose a file"
        accept=".csv,text/csv"
        clearable
        maw={400}
        onChange={(file) => void choose(file)}
      />
      {send.error !== null && <Problem error={send.error} />}
      {result !== undefined && (
        <Section
          title={result.recorded ? 'What became of each line' : 'What each line would come to'}
        >
          <ImportedLines lines={result.lines} />
          {!result.recorded && csv !== null && (
            <Group>
              <Button
                disabled={fresh === 0}
                loading={send.isPending}
                onClick={() => send.mutate({ csv, preview: false })}
              >
                Record {fresh} new {fresh === 1 ? 'transfer' : 'transfers'}
              </Button>
              {fresh === 0 && <Text size="sm">There is nothing new in it.</Text>}
            </Group>
          )}
        </Section>
      )}
    </Page>
  );
};
