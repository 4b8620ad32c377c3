import { IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { malformed } from '../core/refused.js';
import { CRUMBS_WINDOW_MS } from '../core/timing.js';
import { clientNetwork } from './client-network.js';

/** A body may come in so many pieces, whatever they hold. */
const PIECES_FREE = 1_000;
/** Beyond those, pieces of so many bytes on average. */
const PIECE_BYTES_MIN = 64;
/** Of a body that is thrown away, since its request was refused. */
const THROWN_PIECE_BYTES_MIN = 1_024;
/** So many have come while the answer that says so was written, or go on coming after it. */
const CRUMBS_MAX = 2_000;

/** Whether a body comes in so small pieces that each byte costs more than a page of text. */
export const isCrumbled = (pieces: number, bytes: number, bytesMin = PIECE_BYTES_MIN): boolean =>
  pieces > PIECES_FREE && pieces - PIECES_FREE > bytes / bytesMin;

export const crumbled = () => {
  const detail = `After ${PIECES_FREE} chunks a body must come in chunks of ${PIECE_BYTES_MIN} bytes or more`;
  return malformed([{ pointer: '', code: 'request_malformed', detail }], detail);
};

/** The socket tells of so many small pieces at a time. */
const CRUMBS = 'crumbs';
const CRUMBS_TOLD = 256;
/** So many of one network in a window are a tenth of a second of parsing. */
const CRUMBS_OF_NETWORK_MAX = 20_000;
const NETWORKS_MAX = 10_000;

/**
 * A request whose connection is cut in the midst of crumbs, read or not: one read of the socket holds ten
 * thousand, and what was refused goes on being parsed until its sender stops.
 */
export class CountedRequest extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;
  private bytesMin = PIECE_BYTES_MIN;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece !== null) {
      this.pieces += 1;
      this.bytes += piece.length;
      if (this.pieces % CRUMBS_TOLD === 0) this.count();
      if (this.pieces > CRUMBS_MAX && isCrumbled(this.pieces, this.bytes, this.bytesMin))
        cut(this.socket);
    }
    return super.push(piece, encoding);
  }

  /** The rest of its body is thrown away from now on. */
  throwAway(): void {
    this.bytesMin = THROWN_PIECE_BYTES_MIN;
  }

  /** Node's own throws away what nobody reads without a word. */
  _dump(): void {
    this.resume();
  }

  private count(): void {
    if (this.bytes < this.pieces * this.bytesMin) this.socket.emit(CRUMBS);
  }
}

/**
 * Cuts connections at the head of a chunked body while too many crumbs have come from its network: each new
 * one would bring as many again. Not for proxies, from which everybody comes.
 */
export const refuseCrumbs = (server: Server, max = CRUMBS_OF_NETWORK_MAX): void => {
  const options = { max: NETWORKS_MAX, ttl: CRUMBS_WINDOW_MS, noUpdateTTL: true };
  const crumbs = new LRUCache<string, number>(options);
  const networkOf = ({ remoteAddress = '' }: Socket) => clientNetwork(remoteAddress);
  const follow = (socket: Socket) =>
    socket.on(CRUMBS, () => {
      const network = networkOf(socket);
      crumbs.set(network, (crumbs.get(network) ?? 0) + CRUMBS_TOLD);
    });
  server.on('connection', follow).on('secureConnection', follow);
  server.prependListener('request', ({ headers, socket }: IncomingMessage) => {
    const isChunked = headers['transfer-encoding'] !== undefined;
    if (isChunked && (crumbs.get(networkOf(socket)) ?? 0) > max) cut(socket);
  });
};

/**
 * Node makes requests and pieces of bodies of all that it has read, a thousand and more, also after the
 * connection was cut, and an error for each of them. It stops once its parser is told that it is given back.
 */
export const cut = (socket: Socket & { parser?: { remove(): void } | null }): void => {
  socket.parser?.remove();
  socket.destroy();
};
