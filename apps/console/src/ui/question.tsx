import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly children: ReactNode;
};

/** A question with two answers. Ignores the second click of a double click that opened it. */
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
