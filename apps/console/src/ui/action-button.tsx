import { Button, type ButtonProps, Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type MouseEvent, useRef } from 'react';
import { Problem } from './problem.js';

type Props = ButtonProps & { readonly mutation: UseMutationResult<unknown, Error, void> };

/**
 * A button that sends a request and shows its error. It can be pressed again after each response. A
 * double click sends once.
 */
export const ActionButton = ({ mutation, ...button }: Props) => {
  const isUnderWay = useRef(false);
  const send = ({ detail }: MouseEvent) => {
    if (isUnderWay.current || detail > 1) return;
    isUnderWay.current = true;
    mutation.mutate(undefined, {
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="xs" loading={mutation.isPending} onClick={send} {...button} />
      {mutation.error !== null && <Problem error={mutation.error} />}
    </Stack>
  );
};
