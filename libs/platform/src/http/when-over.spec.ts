import { beforeEach, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { whenOver } from './when-over.js';

let response: EventEmitter & { closed: boolean };
let times: number;
const close = () => {
  response.closed = true;
  response.emit('close');
};
const listen = () => whenOver({ raw: response } as unknown as FastifyReply, () => times++);

beforeEach(() => {
  response = Object.assign(new EventEmitter(), { closed: false });
  times = 0;
});

it('a request is over when Node has done with its answer', () => {
  listen();
  expect(times).toBe(0);
  close();
  expect(times).toBe(1);
});

it('a request whose connection broke before anybody listened is over', () => {
  close();
  listen();
  expect(times).toBe(1);
});
