import { readFileSync } from 'node:fs';
import type { KycPartner } from '../e2e/kyc/kyc-partner.js';
import type { PartnerClient, Service } from '../support/service.js';
import type { BystanderFigures } from './bystander.js';

/** Where the attacks come from; the others come from 127.0.0.1. */
export const ATTACKER = '127.0.0.66';

export type Figure = {
  readonly name: string;
  readonly measured: number;
  readonly unit: string;
  readonly goal: { readonly atMost: number } | { readonly atLeast: number } | null;
};

export type Setting = {
  readonly service: Service;
  /** The partner who attacks. */
  readonly client: PartnerClient;
  readonly kyc: KycPartner;
  /** What others see while `attack` lasts. */
  readonly meanwhile: (attack: () => Promise<void>) => Promise<BystanderFigures>;
  readonly say: (line: string) => void;
};

export type Edge = {
  readonly name: string;
  readonly does: string;
  run(setting: Setting): Promise<readonly Figure[]>;
};

const memory = (service: Service, what: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${service.pid('api')}/status`, 'utf8');
  return Math.round((Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024) / 1e6);
};
export const rssMb = (service: Service): number => memory(service, 'VmRSS');
export const peakMb = (service: Service): number => memory(service, 'VmHWM');

export const others = (
  name: string,
  { calmP99Ms, p99Ms, failed, count }: BystanderFigures,
  p99MaxMs: number,
): readonly Figure[] => [
  { name: `${name}: p99 of others before it`, measured: calmP99Ms, unit: 'ms', goal: null },
  { name: `${name}: p99 of others`, measured: p99Ms, unit: 'ms', goal: { atMost: p99MaxMs } },
  { name: `${name}: others refused of ${count}`, measured: failed, unit: '', goal: { atMost: 0 } },
];
