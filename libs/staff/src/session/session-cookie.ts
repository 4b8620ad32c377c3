import { ownValue } from '#kernel/own-value.js';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STAFF_DEVICE_KNOWN_S } from '../timing.js';

/**
 * The prefix makes browsers hold it to: only over HTTPS (or to this machine itself), for this host
 * alone, on every path.
 */
const NAME = '__Host-staff';
const DEVICE_NAME = '__Host-staff-device';
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

/** Kept until the browser ends; the service ends it earlier. */
export const setSessionCookie = (reply: FastifyReply, token: string): void => {
  void reply.header('set-cookie', stringifySetCookie({ name: NAME, value: token, ...ATTRIBUTES }));
};

export const clearSessionCookie = (reply: FastifyReply): void => {
  const gone = { name: NAME, value: '', ...ATTRIBUTES, maxAge: 0 };
  void reply.header('set-cookie', stringifySetCookie(gone));
};

/** Kept when the browser ends, and when its user signs out. */
export const setDeviceCookie = (reply: FastifyReply, value: string): void => {
  const device = { name: DEVICE_NAME, value, ...ATTRIBUTES, maxAge: STAFF_DEVICE_KNOWN_S };
  void reply.header('set-cookie', stringifySetCookie(device));
};

/** Empty when there is none. */
export const sessionCookie = (request: FastifyRequest): string => cookieOf(request, NAME);
export const deviceCookie = (request: FastifyRequest): string => cookieOf(request, DEVICE_NAME);

const cookieOf = ({ headers }: FastifyRequest, name: string): string =>
  ownValue(parseCookie(headers.cookie ?? ''), name) ?? '';
