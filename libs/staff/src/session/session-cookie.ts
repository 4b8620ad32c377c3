import { ownValue } from '#kernel/own-value.js';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STAFF_DEVICE_KNOWN_S } from '../timing.js';

/**
 * Browsers send a cookie with this prefix only over HTTPS (or to this machine), to this host, on
 * every path.
 */
const NAME = '__Host-staff';
const DEVICE_NAME = '__Host-staff-device';
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

/**
 * Sets the session cookie, which lasts until the browser ends. The service may end the session
 * earlier.
 */
export const setSessionCookie = (reply: FastifyReply, token: string): void => {
  void reply.header('set-cookie', stringifySetCookie({ name: NAME, value: token, ...ATTRIBUTES }));
};

export const clearSessionCookie = (reply: FastifyReply): void => {
  const gone = { name: NAME, value: '', ...ATTRIBUTES, maxAge: 0 };
  void reply.header('set-cookie', stringifySetCookie(gone));
};

/** Sets the device cookie, which outlasts the browser session and a sign-out. */
export const setDeviceCookie = (reply: FastifyReply, value: string): void => {
  const device = { name: DEVICE_NAME, value, ...ATTRIBUTES, maxAge: STAFF_DEVICE_KNOWN_S };
  void reply.header('set-cookie', stringifySetCookie(device));
};

/** Returns the cookie, or an empty text. */
export const sessionCookie = (request: FastifyRequest): string => cookieOf(request, NAME);
export const deviceCookie = (request: FastifyRequest): string => cookieOf(request, DEVICE_NAME);

const cookieOf = ({ headers }: FastifyRequest, name: string): string =>
  ownValue(parseCookie(headers.cookie ?? ''), name) ?? '';
