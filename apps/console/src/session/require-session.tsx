import { Center, Container, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Problem } from '../ui/problem.js';
import { SessionContext, useSessionQuery } from './session.js';

/** Shows its children with a session. Otherwise redirects to the sign-in, and back afterward. */
export const RequireSession = ({ children }: { readonly children: ReactNode }) => {
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
