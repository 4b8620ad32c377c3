import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type Schemas, api } from '../api/client.js';
import { ApiError } from '../api/api-error.js';

export type Session = Schemas['StaffSession'];

export const SESSION_KEY = ['session'];
/** True once the service has ended the session of this window. */
export const SESSION_ENDED_KEY = ['session-ended'];

/** The session, or null without one. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: SESSION_KEY,
    queryFn: (): Promise<Session | null> => api.GET('/staff/me').catch(nobody),
    staleTime: Infinity,
  });

const nobody = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
};

export const SessionContext = createContext<Session | null>(null);

/** Returns the session. Pages in the shell always have one. */
export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('This page is outside the shell');
  return session;
};
