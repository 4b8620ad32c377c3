import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form, Reason } from './fields.js';
import type { Fields } from './form.js';
import { useSingleSubmit } from './single-submit.js';
import { Problem } from './problem.js';

/** Answers of a question: send these fields, or return to the form. */
type Answer = { readonly send: (fields: Fields) => void; readonly back: () => void };

type Dialog<T> = {
  /** Label of the submit button. */
  readonly verb: string;
  readonly mutation: UseMutationResult<T, Error, Fields>;
  readonly danger?: boolean;
  /** Explanation and fields. */
  readonly children: ReactNode;
  /** Fields that the form shows, by their names in the service. */
  readonly shown?: readonly string[];
  /** Whether a retry after this error is useless. */
  readonly isFinal?: (error: Error) => boolean;
  /** True hides the submit button. */
  readonly isBlocked?: boolean;
  /** Question that replaces the form after this response. Null if the action is complete. */
  readonly asksBack?: (data: T, answer: Answer) => ReactNode;
  /** Replaces the form after success. Without it, the dialog closes. */
  readonly done?: (data: T) => ReactNode;
  /** True if the result contains a secret that is shown once. */
  readonly once?: boolean;
};

type Props<T> = Dialog<T> & {
  /** Label of the button that opens the dialog, and title of the dialog. */
  readonly title: string;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  /** Called on opening, to keep the shown object while the page changes. */
  readonly onOpen?: () => void;
};

/** A button that opens a dialog with a form. */
export const FormDialog = <T,>({ title, primary, disabled, onOpen, ...form }: Props<T>) => {
  const { mutation, asksBack, done, once } = form;
  const [isOpen, dialog] = useDisclosure(false);
  const [isHeld, setHeld] = useState(false);
  const { send, sendOn, reset, isUnderWay } = useSingleSubmit(mutation);
  const open = () => {
    reset();
    setHeld(false);
    onOpen?.();
    dialog.open();
  };
  const dismiss = () => {
    if (isUnderWay()) return;
    if (once === true && mutation.data !== undefined) setHeld(true);
    else dialog.close();
  };
  const closeIfDone = (data: T) => {
    if (done === undefined && !asksBack?.(data, answer)) dialog.close();
  };
  const answer: Answer = { send: (fields) => sendOn(fields, closeIfDone), back: reset };
  return (
    <>
      <Button
        size="xs"
        variant={primary ? 'filled' : 'default'}
        onClick={open}
        disabled={disabled}
        aria-haspopup="dialog"
      >
        {title}
      </Button>
      <Modal.Root opened={isOpen} onClose={dismiss} closeOnClickOutside={false}>
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Body>
            <Group justify="space-between" wrap="nowrap" py="sm">
              <Modal.Title fw={600}>{title}</Modal.Title>
              <Modal.CloseButton aria-label="Dismiss" />
            </Group>
            <Content
              {...form}
              isHeld={isHeld}
              onClose={dialog.close}
              answer={answer}
              onSend={(fields) => send(fields, closeIfDone)}
            />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
};

type ContentProps<T> = Dialog<T> & {
  readonly isHeld: boolean;
  readonly answer: Answer;
  readonly onClose: () => void;
  readonly onSend: (fields: Fields) => void;
};

const Content = <T,>({ isHeld, answer, onClose, onSend, ...form }: ContentProps<T>) => {
  const { verb, danger, children, shown = [], isFinal, isBlocked, asksBack, done, once } = form;
  const { data, error, variables, isPending } = form.mutation;
  const question = data !== undefined && asksBack?.(data, answer);
  if (question) return question;
  if (done !== undefined && data !== undefined)
    return (
      <Stack>
        {done(data)}
        {isHeld && (
          <Alert color="orange" variant="default" role="alert" title="This is shown only once">
            Copy it first; then close this with the button below.
          </Alert>
        )}
        <Close onClose={onClose}>{once === true ? 'I have copied it' : 'Close'}</Close>
      </Stack>
    );
  if (error !== null && isFinal?.(error) === true)
    return (
      <Stack>
        <Problem error={error} />
        <Close onClose={onClose}>Close</Close>
      </Stack>
    );
  return (
    <Form error={error} shown={[...Object.keys(variables ?? {}), ...shown]} onSend={onSend}>
      {children}
      {isBlocked !== true && (
        <Button type="submit" color={danger ? 'red' : undefined} loading={isPending}>
          {verb}
        </Button>
      )}
    </Form>
  );
};

type CloseProps = { readonly onClose: () => void; readonly children: string };

/** Ignores the second click of a double click on the button that was here before. */
const Close = ({ onClose, children }: CloseProps) => (
  <Button variant="default" onClick={({ detail }) => detail < 2 && onClose()}>
    {children}
  </Button>
);

/** A button that opens a dialog with an explanation and a field for the reason. */
export const ReasonDialog = <T,>({ children, ...dialog }: Props<T>) => (
  <FormDialog {...dialog}>
    <Text size="sm" className="wraps">
      {children}
    </Text>
    <Reason />
  </FormDialog>
);
