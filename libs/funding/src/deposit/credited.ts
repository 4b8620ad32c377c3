import { type Cents, cents } from '#platform/core/money.js';
import { ownValue } from '#platform/core/own-value.js';
import type { DepositEvent } from './deposit.events.js';

export type Amounts = { readonly amountCents: Cents; readonly feeCents: Cents };
type Credits = Readonly<Record<string, Cents>>;

/** What of a deposit its journals at the broker make and change. */
export type Credited = {
  /** The broker's journal, null until it has one. */
  readonly journalId: string | null;
  /** What is in the books; the net is the sum of the credits. */
  readonly booked: Amounts;
  /** Journal → what it credits as far as it is booked, negative where it goes back to the firm. */
  readonly credits: Credits;
  /** Journals of which a person has said that they are no doubled credits → how far above all before they came. */
  readonly letIn: Credits;
  /** Credits that were booked when the deposit's own journal counted no more. */
  readonly inPlace: readonly string[];
};

/** What the user is credited. */
export const netCents = ({ amountCents, feeCents }: Amounts): Cents =>
  cents(amountCents - feeCents);

type Change = Extract<DepositEvent, { type: 'DepositAdjusted' }>['data'];

/** What a change of the deposit's credits leaves it with. `booked`: what is in the books after it. */
export const changedBy = (
  deposit: Credited & Amounts,
  told: Pick<Change, 'journalId' | 'insteadOf' | 'matched' | 'given'>,
  change: Change['credits'],
  booked: Amounts,
): Credited => {
  const changed = change.map((each) => [each.journalId, each.amountCents] as const);
  const credits = { ...deposit.credits, ...Object.fromEntries(changed) };
  const { journalId, insteadOf, given = [] } = told;
  const byAPerson = changed.filter(([id]) => told.matched !== undefined || given.includes(id));
  const others = Object.fromEntries(
    Object.entries(deposit.letIn).filter(([id]) => byAPerson.every(([other]) => other !== id)),
  );
  const inPlace = inPlaceOf(deposit, changed);
  const beside = netCents(booked) - lettingOf(credits, others);
  const over = beside - withoutPersonsOf(deposit, inPlace, credits);
  const letIn = { ...others, ...lettingIn(byAPerson, over) };
  const all = { booked, letIn, inPlace };
  return insteadOf === undefined
    ? { ...all, journalId: deposit.journalId, credits }
    : { ...all, journalId, credits: omit(credits, insteadOf) };
};

/** What the deposit came to, or may come to, before a person let something in. */
const withoutPersonsOf = (
  deposit: Credited & Amounts,
  inPlace: readonly string[],
  credits: Credits,
): bigint => {
  const before = netCents(deposit.booked) - lettingOf(deposit.credits, deposit.letIn);
  const corrected = inPlace.map((id) => ownValue(credits, id) ?? 0n);
  return [netCents(deposit), ...corrected].reduce<bigint>(
    (most, each) => (each > most ? each : most),
    before,
  );
};

const inPlaceOf = (
  { journalId: own, inPlace }: Credited,
  changed: readonly (readonly [journalId: string, amount: Cents])[],
): readonly string[] => {
  const isOver = changed.some(([id, amount]) => id === own && amount === 0n);
  return isOver ? changed.flatMap(([id, amount]) => (amount > 0n ? id : [])) : inPlace;
};

/** How much of these credits is there for a person's word alone. */
const lettingOf = (credits: Credits, letIn: Credits): bigint =>
  Object.entries(letIn).reduce((sum, [id, over]) => {
    const credit = ownValue(credits, id) ?? 0n;
    const share = credit < over ? credit : over;
    return share > 0n ? sum + share : sum;
  }, 0n);

const lettingIn = (
  credits: readonly (readonly [journalId: string, amount: Cents])[],
  over: bigint,
): Credits => {
  let left = over > 0n ? over : 0n;
  const shares = credits.map(([journalId, amount]) => {
    const share = amount < left ? amount : left;
    const positive = share > 0n ? share : 0n;
    left -= positive;
    return [journalId, cents(positive)] as const;
  });
  return Object.fromEntries(shares);
};

const omit = (credits: Credits, journalId: string): Credits =>
  Object.fromEntries(Object.entries(credits).filter(([id]) => id !== journalId));
