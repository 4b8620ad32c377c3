import type { Faults } from '../control/faults.js';
import type { Pace, SandboxOptions } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import type { Store } from '../store/store.js';
import { Onboarding } from './onboarding.js';
import { Persons } from './persons.js';
import { Webhooks } from './webhooks.js';

/** The simulated identity provider, without HTTP. */
export class Identity {
  readonly persons: Persons;
  readonly onboarding: Onboarding;

  constructor(
    store: Store,
    schedule: Schedule,
    faults: Faults,
    options: SandboxOptions,
    pace: Pace,
  ) {
    this.persons = new Persons(store);
    const webhooks = new Webhooks(schedule, faults, options, pace);
    this.onboarding = new Onboarding(store, schedule, this.persons, webhooks, pace);
  }
}
