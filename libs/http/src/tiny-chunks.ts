import { IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { malformed } from '#kernel/refused.js';
import { clientNetwork } from './client-network.js';

/** Window in which small chunks of bodies are counted. */
const TINY_CHUNKS_WINDOW_MS = 10_000;

/** Chunks of any size that a body may have. */
const PIECES_FREE = 1_000;
/** Smallest average size of the chunks beyond `PIECES_FREE`, in bytes. */
const PIECE_BYTES_MIN = 64;
/** The same for the discarded body of a rejected request, in bytes. */
const THROWN_PIECE_BYTES_MIN = 1_024;
/** Chunks after which the connection is cut, while or after the response is written. */
const TINY_CHUNKS_MAX = 2_000;

/** Whether a body arrives in such small chunks that each byte is expensive. */
export const hasTinyChunks = (pieces: number, bytes: number, bytesMin = PIECE_BYTES_MIN): boolean =>
  pieces > PIECES_FREE && pieces - PIECES_FREE > bytes / bytesMin;

export const tinyChunked = () => {
  const detail = `After ${PIECES_FREE} chunks a body must come in chunks of ${PIECE_BYTES_MIN} bytes or more`;
  return malformed([{ pointer: '', code: 'request_malformed', detail }], detail);
};

/** Number of small chunks between two events of the socket. */
const TINY_CHUNKS = 'crumbs';
const TINY_CHUNKS_REPORTED = 256;
/** Limit per network and window: about a tenth of a second of parsing. */
const TINY_CHUNKS_OF_NETWORK_MAX = 20_000;
const NETWORKS_MAX = 10_000;

/**
 * A request whose connection is cut after too many tiny chunks, also while no handler reads them.
 * One read of the socket contains ten thousand, and Node keeps parsing a rejected body until the
 * sender stops.
 */
export class ChunkCountingRequest extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;
  private bytesMin = PIECE_BYTES_MIN;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece !== null) {
      this.pieces += 1;
      this.bytes += piece.length;
      if (this.pieces % TINY_CHUNKS_REPORTED === 0) this.count();
      if (this.pieces > TINY_CHUNKS_MAX && hasTinyChunks(this.pieces, this.bytes, this.bytesMin))
        cut(this.socket);
    }
    return super.push(piece, encoding);
  }

  /** Applies the stricter limit, because the rest of the body is discarded. */
  throwAway(): void {
    this.bytesMin = THROWN_PIECE_BYTES_MIN;
  }

  /** Node's own method discards unread data without calling `push`. */
  _dump(): void {
    this.resume();
  }

  private count(): void {
    if (this.bytes < this.pieces * this.bytesMin) this.socket.emit(TINY_CHUNKS);
  }
}

/**
 * Cuts connections at the head of a chunked body while their network sends too many tiny chunks.
 * Not for use behind a proxy, where all callers share a network.
 */
export const rejectTinyChunks = (server: Server, max = TINY_CHUNKS_OF_NETWORK_MAX): void => {
  const options = { max: NETWORKS_MAX, ttl: TINY_CHUNKS_WINDOW_MS, noUpdateTTL: true };
  const tinyChunks = new LRUCache<string, number>(options);
  const networkOf = ({ remoteAddress = '' }: Socket) => clientNetwork(remoteAddress);
  const follow = (socket: Socket) =>
    socket.on(TINY_CHUNKS, () => {
      const network = networkOf(socket);
      tinyChunks.set(network, (tinyChunks.get(network) ?? 0) + TINY_CHUNKS_REPORTED);
    });
  server.on('connection', follow).on('secureConnection', follow);
  server.prependListener('request', ({ headers, socket }: IncomingMessage) => {
    const isChunked = headers['transfer-encoding'] !== undefined;
    if (isChunked && (tinyChunks.get(networkOf(socket)) ?? 0) > max) cut(socket);
  });
};

/**
 * Cuts a connection and stops its parser. Otherwise Node continues to parse everything that it has
 * read, a thousand requests or chunks and more, and raises an error for each.
 */
export const cut = (socket: Socket & { parser?: { remove(): void } | null }): void => {
  socket.parser?.remove();
  socket.destroy();
};
