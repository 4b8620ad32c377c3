import { type Cents, cents } from '#platform/core/money.js';

/** How the pre-funded account stands against what is on its way and against the alert threshold. */
export type FirmAccount = {
  readonly transferableCents: Cents;
  /** What all deposits without an end will take, after fees, over all partners. */
  readonly inFlightCents: Cents;
  readonly thresholdCents: Cents;
  readonly state: 'covered' | 'low' | 'short';
  /** ISO 8601: when the broker was asked. */
  readonly at: string;
};

/** `short`: it does not cover what is on its way. `low`: it does, with less than the threshold left. */
export const firmAccountOf = (
  transferableCents: Cents,
  inFlightCents: Cents,
  thresholdCents: Cents,
  now: Date,
): FirmAccount => {
  const spare = transferableCents - inFlightCents;
  const state = spare < 0n ? 'short' : spare < thresholdCents ? 'low' : 'covered';
  const at = now.toISOString();
  return { transferableCents, inFlightCents, thresholdCents, state, at };
};

/** As JSON for Redis, where every process finds the latest look. */
export const firmAccountText = (account: FirmAccount): string =>
  JSON.stringify(account, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

export const parseFirmAccount = (text: string): FirmAccount => {
  const { transferableCents, inFlightCents, thresholdCents, state, at } = JSON.parse(
    text,
  ) as Record<keyof FirmAccount, string>;
  return {
    transferableCents: cents(transferableCents),
    inFlightCents: cents(inFlightCents),
    thresholdCents: cents(thresholdCents),
    state: state as FirmAccount['state'],
    at,
  };
};
