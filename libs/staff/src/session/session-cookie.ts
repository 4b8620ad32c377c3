import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The prefix makes browsers hold it to: only over HTTPS (or to this machine itself), for this host
 * alone, on every path.
 */
const NAME = '__Host-staff';
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

/** Kept until the browser ends; the service ends it earlier. */
export const setSessionCookie = (reply: FastifyReply, token: string): void => {
  void reply.header('set-cookie', stringifySetCookie({ name: NAME, value: token, ...ATTRIBUTES }));
};

export const clearSessionCookie = (reply: FastifyReply): void => {
  const gone = { name: NAME, value: '', ...ATTRIBUTES, maxAge: 0 };
  void reply.header('set-cookie', stringifySetCookie(gone));
};

/** Empty when there is none. */
export const sessionCookie = ({ headers }: FastifyRequest): string =>
  headers.cookie === undefined ? '' : (parseCookie(headers.cookie)[NAME] ?? '');
