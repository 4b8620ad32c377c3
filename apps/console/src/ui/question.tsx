import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly children: ReactNode;
};

/** Asked back; the second click of the double click that led here is no answer. */
export const Question = ({ yes, no, onYes, onNo, children }: Props) => (
  <Stack role="status">
    {children}
    <Group>
      <Button onClick={({ detail }) => detail < 2 && onYes()}>{yes}</Button>
      <Button variant="default" onClick={({ detail }) => detail < 2 && onNo()}>
        {no}
      </Button>
    </Group>
  </Stack>
);
