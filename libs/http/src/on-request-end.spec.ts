import { beforeEach, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { onRequestEnd } from './on-request-end.js';

let response: EventEmitter & { closed: boolean };
let times: number;
const close = () => {
  response.closed = true;
  response.emit('close');
};
const listen = () => onRequestEnd({ raw: response } as unknown as FastifyReply, () => times++);

beforeEach(() => {
  response = Object.assign(new EventEmitter(), { closed: false });
  times = 0;
});

it('a request ends when Node closes its response', () => {
  listen();
  expect(times).toBe(0);
  close();
  expect(times).toBe(1);
});

it('a request whose connection broke before the listener was added has ended', () => {
  close();
  listen();
  expect(times).toBe(1);
});
