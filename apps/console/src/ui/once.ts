import type { UseMutationResult } from '@tanstack/react-query';
import { type MouseEvent, useRef } from 'react';

/**
 * Sends one wish once. The second click of a double click comes before anything shown has changed,
 * so this is known beside what is shown: from the sending until it failed or somebody begins anew.
 */
export const useOnce = <T, V>(mutation: UseMutationResult<T, Error, V>) => {
  const stage = useRef<'free' | 'under way' | 'done'>('free');
  const go = (variables: V, onSuccess?: (data: T) => void): void => {
    stage.current = 'under way';
    mutation.mutate(variables, {
      onSuccess: (data) => {
        stage.current = 'done';
        onSuccess?.(data);
      },
      onError: () => {
        stage.current = 'free';
      },
    });
  };
  return {
    send: (variables: V, onSuccess?: (data: T) => void): void => {
      if (stage.current === 'free') go(variables, onSuccess);
    },
    /** After an answer that asks back. */
    sendOn: (variables: V, onSuccess?: (data: T) => void): void => {
      if (stage.current === 'done') go(variables, onSuccess);
    },
    /** Whether it was sent and what became of it is not known yet. */
    isUnderWay: () => stage.current === 'under way',
    anew: () => {
      stage.current = 'free';
      mutation.reset();
    },
  };
};

/** For a button that may be pressed again, when the last answer is seen: a double click sends once. */
export const useOnceAtATime = <T>(mutation: UseMutationResult<T, Error, void>) => {
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
  return { send };
};
