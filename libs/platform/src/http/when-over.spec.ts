import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { whenOver } from './when-over.js';

let socket: EventEmitter & { closed: boolean };
let over: number[];

const begin = (id: number): EventEmitter => {
  const response = new EventEmitter();
  const request = { raw: { socket } } as unknown as FastifyRequest;
  const reply = { raw: response } as unknown as FastifyReply;
  whenOver(request, reply, () => over.push(id));
  return response;
};
const breakOff = () => {
  socket.closed = true;
  socket.emit('close');
};

beforeEach(() => {
  socket = Object.assign(new EventEmitter(), { closed: false });
  over = [];
});

describe('a request is over once', () => {
  it('when it is answered, whatever becomes of the connection', () => {
    const response = begin(1);
    response.emit('close');
    expect(over).toEqual([1]);
    breakOff();
    expect(over).toEqual([1]);
  });
  it('when its connection breaks, though Node tells its answer nothing', () => {
    const [first] = [begin(1), begin(2)];
    breakOff();
    expect(over).toEqual([1, 2]);
    first.emit('close');
    expect(over).toEqual([1, 2]);
  });
  it('when it is read only after its connection broke', () => {
    begin(1);
    breakOff();
    begin(2);
    expect(over).toEqual([1, 2]);
  });
  it('and a connection has one listener, however many come over it', () => {
    for (let id = 0; id < 50; id++) begin(id);
    expect(socket.listenerCount('close')).toBe(1);
  });
});
