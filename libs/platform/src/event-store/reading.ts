/** Recorded JSON to event. @throws when the type is unknown or the data does not fit. */
export type Parse<Event> = (type: string, data: unknown) => Event;

/** What a parser makes of one recorded event. @throws as the parser does. */
export type Reading = <Event>(parse: Parse<Event>) => Event;

type Readable = { readonly type: string; readonly data: unknown };

/** Parses once for all that ask one after another with the same parser. */
export const readingOf = ({ type, data }: Readable): Reading => {
  let last: { readonly parse: unknown; readonly event: unknown } | null = null;
  return <Event>(parse: Parse<Event>): Event => {
    if (last?.parse === parse) return last.event as Event;
    const event = parse(type, data);
    last = { parse, event };
    return event;
  };
};
