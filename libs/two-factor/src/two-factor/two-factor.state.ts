import type { Stream } from '#platform/event-store/stream.js';
import { type TwoFactorEvent, parseTwoFactorEvent } from './two-factor.events.js';

export type TwoFactor =
  | { readonly status: 'absent' }
  /** Shown to the user, and not proved by a code yet. */
  | { readonly status: 'issued'; readonly sealedSecret: string }
  | {
      readonly status: 'enabled';
      readonly sealedSecret: string;
      /** Of the last right code; only later ones are accepted. */
      readonly lastStep: number;
    };

const evolve = (twoFactor: TwoFactor, event: TwoFactorEvent): TwoFactor => {
  switch (event.type) {
    case 'TwoFactorSecretIssued':
      return { status: 'issued', sealedSecret: event.data.sealedSecret };
    case 'TwoFactorCodeAccepted': {
      if (twoFactor.status === 'absent')
        throw new Error('A code of a secret that was never issued');
      const { sealedSecret } = twoFactor;
      return { status: 'enabled', sealedSecret, lastStep: event.data.step };
    }
  }
};

/** One stream per user, under the user's id. */
export const twoFactors: Stream<TwoFactor, TwoFactorEvent> = {
  category: 'twoFactor',
  initial: { status: 'absent' },
  evolve,
  parse: parseTwoFactorEvent,
};

/** What a sealed secret is bound to: moved to another user it does not open. */
export const boundTo = (userId: string): string => `twoFactor:${userId}`;
