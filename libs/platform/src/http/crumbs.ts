import { IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { malformed } from '../core/refused.js';
import { CRUMBS_REFUSED_MS } from '../core/timing.js';
import { clientNetwork } from './client-network.js';
import { cut } from './connections.js';

/** A body may come in so many pieces, whatever they hold. */
const PIECES_FREE = 1_000;
/** Beyond those, pieces of so many bytes on average. */
const PIECE_BYTES_MIN = 64;
/** So many have come while the answer that says so was written, or go on coming after it. */
const CRUMBS_MAX = 2_000;

/** Told by the socket. */
const CRUMBS = 'crumbs';
const SENDERS_MAX = 10_000;

/** Whether a body comes in so small pieces that each byte costs more than a page of text. */
export const isCrumbled = (pieces: number, bytes: number): boolean =>
  pieces > PIECES_FREE && pieces - PIECES_FREE > bytes / PIECE_BYTES_MIN;

export const crumbled = () => {
  const detail = `After ${PIECES_FREE} chunks a body must come in chunks of ${PIECE_BYTES_MIN} bytes or more`;
  return malformed([{ pointer: '', code: 'request_malformed', detail }], detail);
};

/**
 * A request whose connection is cut in the midst of crumbs, read or not: one read of the socket holds ten
 * thousand, and what was refused goes on being parsed until its sender stops.
 */
export class CountedRequest extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece !== null) {
      this.pieces += 1;
      this.bytes += piece.length;
      if (this.pieces > CRUMBS_MAX && isCrumbled(this.pieces, this.bytes)) {
        this.socket.emit(CRUMBS);
        cut(this.socket);
      }
    }
    return super.push(piece, encoding);
  }

  /** Node's own throws away what nobody reads without a word. */
  _dump(): void {
    this.resume();
  }
}

/**
 * Cuts connections at the head of a chunked body for a while, from a network where one came in crumbs: each
 * new one would bring as many again. Not for proxies, from which everybody comes.
 */
export const refuseCrumbs = (server: Server): void => {
  const senders = new LRUCache<string, true>({ max: SENDERS_MAX, ttl: CRUMBS_REFUSED_MS });
  const networkOf = ({ remoteAddress = '' }: Socket) => clientNetwork(remoteAddress);
  const follow = (socket: Socket) =>
    socket.once(CRUMBS, () => void senders.set(networkOf(socket), true));
  server.on('connection', follow).on('secureConnection', follow);
  server.prependListener('request', ({ headers, socket }: IncomingMessage) => {
    if (headers['transfer-encoding'] !== undefined && senders.has(networkOf(socket))) cut(socket);
  });
};
