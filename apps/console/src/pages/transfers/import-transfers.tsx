import { Button, Code, FileInput, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { Page, Problem, Section, useSingleSubmit } from '../../ui/index.js';
import { ImportedLines } from './imported-lines.js';

/** Imports a bank's file of transfers: first a preview of each line, then the recording. */
export const ImportTransfers = () => {
  const [csv, setCsv] = useState<string | null>(null);
  const preview = useAction((text: string) => importOf(text, true));
  const record = useAction((text: string) => importOf(text, false));
  const { send, reset, isUnderWay } = useSingleSubmit(record);
  const choose = async (file: File | null) => {
    if (isUnderWay()) return;
    reset();
    preview.reset();
    const text = file === null ? null : await file.text();
    setCsv(text);
    if (text !== null) preview.mutate(text);
  };
  const result = record.data ?? preview.data;
  const error = record.error ?? preview.error;
  const fresh = result?.lines.filter(isFresh).length ?? 0;
  return (
    <Page title="Import transfers">
      <List size="sm">
        <List.Item>
          A CSV file in UTF-8 with the header <Code>partner,reference,amount</Code>: the partner’s
          id, the bank’s reference, dollars such as 1250.00 or &quot;1,250.00&quot;.
        </List.Item>
        <List.Item>
          The preview shows the result of each line. Nothing is recorded before you confirm it.
        </List.Item>
        <List.Item>You may send a file again: known transfers stay unchanged.</List.Item>
      </List>
      <FileInput
        disabled={record.isPending}
        label="File"
        placeholder="Choose a file"
        accept=".csv,text/csv"
        clearable
        clearButtonProps={{ 'aria-label': 'Choose none' }}
        maw={400}
        onChange={(file) => void choose(file)}
      />
      {error !== null && <Problem error={error} />}
      {result !== undefined && (
        <Section title={result.recorded ? 'Result of each line' : 'Preview of each line'}>
          <ImportedLines lines={result.lines} isRecorded={result.recorded} />
          {!result.recorded && csv !== null && (
            <Group>
              <Button disabled={fresh === 0} loading={record.isPending} onClick={() => send(csv)}>
                Record {fresh} new {fresh === 1 ? 'transfer' : 'transfers'}
              </Button>
              {fresh === 0 && <Text size="sm">The file has no new transfers.</Text>}
            </Group>
          )}
        </Section>
      )}
    </Page>
  );
};

const isFresh = ({ outcome }: Schemas['ImportedLine']) =>
  outcome === 'new' || outcome === 'proposed';

const importOf = (csv: string, preview: boolean) =>
  api.POST('/staff/transfers/import', { body: { csv, preview } });
