import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Sends a request once. A double click comes before the next render, so the state is in a ref. It ends
 * when the request fails or the caller resets it.
 */
export const useSingleSubmit = <T, V>(mutation: UseMutationResult<T, Error, V>) => {
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
    /** Sends again after a question. */
    sendOn: (variables: V, onSuccess?: (data: T) => void): void => {
      if (stage.current === 'done') go(variables, onSuccess);
    },
    /** Whether the request is in flight. */
    isUnderWay: () => stage.current === 'under way',
    reset: () => {
      stage.current = 'free';
      mutation.reset();
    },
  };
};
