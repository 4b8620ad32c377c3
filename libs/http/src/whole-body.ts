import type { Readable } from 'node:stream';

type Limits = { readonly bytesMax: number; readonly announcedBytes: number | null };
type Done = (error: Error | null, body: Buffer | null) => void;

/**
 * Reads a body to its end, or until it exceeds the limit. Reads nothing if the announced length
 * does. Calls `done` once. On failure, the error has status 413 or 400, or comes from the stream.
 */
export const wholeBody = (
  body: Readable,
  { bytesMax, announcedBytes }: Limits,
  done: Done,
): void => {
  if ((announcedBytes ?? 0) > bytesMax) return done(tooLarge(), null);
  const pieces: Buffer[] = [];
  let bytes = 0;
  const settle = (error: Error | null) => {
    body.removeListener('data', onData).removeListener('end', onEnd);
    body.removeListener('error', onError);
    done(error, error === null ? Buffer.concat(pieces, bytes) : null);
  };
  const onData = (piece: Buffer) => {
    bytes += piece.length;
    pieces.push(piece);
    if (bytes > bytesMax) settle(tooLarge());
  };
  const onEnd = () => settle(isAsAnnounced(bytes, announcedBytes) ? null : brokenOff());
  const onError = (error: Error) => settle('statusCode' in error ? error : brokenOff());
  body.on('data', onData).on('end', onEnd).on('error', onError);
  body.resume();
};

const isAsAnnounced = (bytes: number, announcedBytes: number | null): boolean =>
  announcedBytes === null || bytes === announcedBytes;

const tooLarge = () => Object.assign(new Error('too many bytes'), { statusCode: 413 });
const brokenOff = () => Object.assign(new Error('the body broke off'), { statusCode: 400 });
