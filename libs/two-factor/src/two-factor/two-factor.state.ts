import type { Stream } from '#kernel/event-store/stream.js';
import { type TwoFactorEvent, parseTwoFactorEvent } from './two-factor.events.js';

export type TwoFactor =
  | { readonly status: 'absent' }
  /** The secret was issued, and no code has confirmed it yet. */
  | { readonly status: 'issued'; readonly sealedSecret: string }
  | {
      readonly status: 'enabled';
      readonly sealedSecret: string;
      /** Time step of the last accepted code. Only later codes are accepted. */
      readonly lastStep: number;
      /** The request that the last code confirmed; undefined without one. */
      readonly lastUse: string | undefined;
    };

const evolve = (twoFactor: TwoFactor, event: TwoFactorEvent): TwoFactor => {
  switch (event.type) {
    case 'TwoFactorSecretIssued':
      return { status: 'issued', sealedSecret: event.data.sealedSecret };
    case 'TwoFactorCodeAccepted': {
      if (twoFactor.status === 'absent')
        throw new Error('A code of a secret that was never issued');
      const { sealedSecret } = twoFactor;
      const { step: lastStep, use: lastUse } = event.data;
      return { status: 'enabled', sealedSecret, lastStep, lastUse };
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

/** Returns whether the last code is of this step and confirmed this request. */
export const isAcceptedFor = (
  twoFactor: TwoFactor,
  step: number,
  use: string | undefined,
): boolean =>
  use !== undefined &&
  twoFactor.status === 'enabled' &&
  twoFactor.lastStep === step &&
  twoFactor.lastUse === use;

/** Returns the context of the encryption, which binds a secret to its user. */
export const boundTo = (userId: string): string => `twoFactor:${userId}`;
