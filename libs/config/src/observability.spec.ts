import { expect, it } from '@jest/globals';
import { metricsPort, metricsPortsOf } from './observability.js';

it.each([
  ['9464', { api: 9464, worker: 9465, projector: 9466 }],
  ['0', { api: 0, worker: 0, projector: 0 }],
  ['off', { api: null, worker: null, projector: null }],
])('METRICS_PORT %s', (text, ports) => expect(metricsPortsOf(metricsPort(text))).toEqual(ports));

it('uses any free ports without METRICS_PORT', () =>
  expect(metricsPortsOf(undefined)).toEqual({ api: 0, worker: 0, projector: 0 }));
