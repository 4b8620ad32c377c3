import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns user name and password of a Basic authorization header, or null. */
export const basicCredentials = (header: string | undefined): string | null => {
  const encoded = /^basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString();
};

export const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
