import { type Cents, cents } from '#kernel/money.js';

/** Balance of the pre-funded account, compared with the deposits in flight and the alert threshold. */
export type FirmAccount = {
  readonly transferableCents: Cents;
  /** Net amount of all deposits in flight, over all partners. */
  readonly inFlightCents: Cents;
  readonly thresholdCents: Cents;
  readonly state: 'covered' | 'low' | 'short';
  /** Time of the poll, ISO 8601. */
  readonly at: string;
};

/** `short`: below the amount in flight. `low`: the rest is below the threshold. */
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

/** Serializes the state as JSON for Redis. */
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
