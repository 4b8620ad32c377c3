/** Recorded JSON to event. @throws when the type is unknown or the data does not fit. */
export type Parse<Event> = (type: string, data: unknown) => Event;

/** Parses one recorded event and remembers the result. @throws as the parser does. */
export type MemoizedParse = <Event>(parse: Parse<Event>) => Event;

type Readable = { readonly type: string; readonly data: unknown };

/** Parses once for all that ask one after another with the same parser. */
export const memoizeParse = ({ type, data }: Readable): MemoizedParse => {
  let last: { readonly parse: unknown; readonly event: unknown } | null = null;
  return <Event>(parse: Parse<Event>): Event => {
    if (last?.parse === parse) return last.event as Event;
    const event = parse(type, data);
    last = { parse, event };
    return event;
  };
};
