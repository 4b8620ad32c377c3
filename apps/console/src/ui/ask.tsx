import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Fields, formOf } from './form.js';
import { useOnce } from './once.js';
import { Problem } from './problem.js';

/** To a question: sends these fields, or goes back to the form. */
type Answer = { readonly send: (fields: Fields) => void; readonly back: () => void };

type Form<T> = {
  /** On the button that does it. */
  readonly verb: string;
  readonly mutation: UseMutationResult<T, Error, Fields>;
  readonly danger?: boolean;
  /** What it means, and the fields. */
  readonly children: ReactNode;
  /** What the service calls fields that have another name here. */
  readonly shown?: readonly string[];
  /** Whether trying again is of no use after this refusal. */
  readonly isFinal?: (error: Error) => boolean;
  /** What is asked back in place of the form after this answer; null when it is done. */
  readonly asksBack?: (data: T, answer: Answer) => ReactNode;
  /** Shown in place of the form when it is done; without it the dialog closes. */
  readonly done?: (data: T) => ReactNode;
  /** What is shown when it is done is shown this once. */
  readonly once?: boolean;
};

type Props<T> = Form<T> & {
  /** On the button that opens it, and above the dialog. */
  readonly title: string;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  /** The time to remember what the dialog is about: it changes beside it. */
  readonly onOpen?: () => void;
};

/** A button that asks before it does something, in a dialog with a form. */
export const Ask = <T,>({ title, primary, disabled, onOpen, ...form }: Props<T>) => {
  const { mutation, asksBack, done, once } = form;
  const [isOpen, dialog] = useDisclosure(false);
  const [isHeld, setHeld] = useState(false);
  const { send, sendOn, anew, isUnderWay } = useOnce(mutation);
  const open = () => {
    anew();
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
  const answer: Answer = { send: (fields) => sendOn(fields, closeIfDone), back: anew };
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

type ContentProps<T> = Form<T> & {
  readonly isHeld: boolean;
  readonly answer: Answer;
  readonly onClose: () => void;
  readonly onSend: (fields: Fields) => void;
};

const Content = <T,>({ isHeld, answer, onClose, onSend, ...form }: ContentProps<T>) => {
  const { verb, danger, children, shown = [], isFinal, asksBack, done, once } = form;
  const { data, error, variables, isPending } = form.mutation;
  const question = data !== undefined && asksBack?.(data, answer);
  if (question) return question;
  if (done !== undefined && data !== undefined)
    return (
      <Stack>
        {done(data)}
        {isHeld && (
          <Alert color="orange" variant="default" role="alert" title="This is shown this once">
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
    <form onSubmit={formOf(onSend)}>
      <Stack>
        {error !== null && <Problem error={error} shown={[...Object.keys(variables), ...shown]} />}
        {children}
        <Button type="submit" color={danger ? 'red' : undefined} loading={isPending}>
          {verb}
        </Button>
      </Stack>
    </form>
  );
};

type CloseProps = { readonly onClose: () => void; readonly children: string };

/** Where this comes to stand there may have been another button, clicked twice. */
const Close = ({ onClose, children }: CloseProps) => (
  <Button variant="default" onClick={({ detail }) => detail < 2 && onClose()}>
    {children}
  </Button>
);
