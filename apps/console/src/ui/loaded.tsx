import { Center, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from './problem.js';

type Props<T> = {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
};

/** Shows the data of a query, its loading state, or its error. */
export const Loaded = <T,>({ query, children }: Props<T>) => {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <Problem error={error} retry={() => void refetch()} />;
  return (
    <Center p="xl">
      <Loader aria-label="Loading" />
    </Center>
  );
};
