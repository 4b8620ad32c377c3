import { Center, Container, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Problem } from '../ui/problem.js';
import { SessionContext, useSessionQuery } from './session.js';

/** Lets in who is signed in, and leads everybody else to the sign-in and back. */
export const Gate = ({ children }: { readonly children: ReactNode }) => {
  const { pathname, search } = useLocation();
  const { data: session, error, refetch } = useSessionQuery();
  if (session === null) {
    const to = new URLSearchParams({ to: `/console${pathname}${search}` });
    return <Navigate to={`/sign-in?${to.toString()}`} replace />;
  }
  if (session !== undefined) return <SessionContext value={session}>{children}</SessionContext>;
  if (error !== null) {
    return (
      <Container p="xl">
        <Problem error={error} retry={() => void refetch()} />
      </Container>
    );
  }
  return (
    <Center h="100vh">
      <Loader aria-label="Loading" />
    </Center>
  );
};
