import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Fields, formOf } from './form.js';
import { Problem } from './problem.js';

type Props<T> = {
  /** On the button that opens it, and above the dialog. */
  readonly title: string;
  /** On the button that does it. */
  readonly verb: string;
  readonly mutation: UseMutationResult<T, Error, Fields>;
  readonly danger?: boolean;
  readonly primary?: boolean;
  /** What it means, and the fields. */
  readonly children: ReactNode;
  /** Shown in place of the form when it is done; without it the dialog closes. */
  readonly done?: (data: T) => ReactNode;
};

/** A button that asks before it does something, in a dialog with a form. */
export const Ask = <T,>({ title, verb, mutation, danger, primary, children, done }: Props<T>) => {
  const [isOpen, dialog] = useDisclosure(false, { onOpen: mutation.reset });
  const { data, error, isPending, mutate } = mutation;
  const send = (fields: Fields) =>
    mutate(fields, { onSuccess: done === undefined ? dialog.close : undefined });
  return (
    <>
      <Button
        size="xs"
        variant={primary ? 'filled' : 'default'}
        onClick={dialog.open}
        aria-haspopup="dialog"
      >
        {title}
      </Button>
      <Modal.Root opened={isOpen} onClose={dialog.close}>
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Body>
            <Group justify="space-between" wrap="nowrap" py="sm">
              <Modal.Title fw={600}>{title}</Modal.Title>
              <Modal.CloseButton aria-label="Dismiss" />
            </Group>
            {done !== undefined && data !== undefined ? (
              done(data)
            ) : (
              <form onSubmit={formOf(send)}>
                <Stack>
                  {error !== null && <Problem error={error} />}
                  {children}
                  <Button type="submit" color={danger ? 'red' : undefined} loading={isPending}>
                    {verb}
                  </Button>
                </Stack>
              </form>
            )}
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
};
