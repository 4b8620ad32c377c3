import { type KnownDifference, whatToDo } from '#settlement';

type Shown = Pick<KnownDifference, 'partnerId' | 'kind' | 'what' | 'dismissed'>;

/** A difference for people, with what can be done while nobody has dismissed it. */
export const differenceText = (
  { partnerId, kind, what, dismissed }: Shown,
  partners: ReadonlyMap<string, string>,
): string => {
  const partner = partnerId === null ? 'unknown' : (partners.get(partnerId) ?? partnerId);
  const about = `difference ${kind}, partner ${partner}: ${what}`;
  return dismissed === null
    ? `${about}\n  what to do: ${whatToDo(kind)}`
    : `dismissed ${about} (dismissed at ${dismissed.at}: ${dismissed.reason})`;
};
