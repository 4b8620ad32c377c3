/** Parses recorded JSON. @throws the type is unknown or the data does not match its schema. */
export type Parse<Event> = (type: string, data: unknown) => Event;

/** Parses one recorded event and caches the result. @throws the parser's error */
export type MemoizedParse = <Event>(parse: Parse<Event>) => Event;

type Readable = { readonly type: string; readonly data: unknown };

/** Returns a parse function that parses once for consecutive calls with the same parser. */
export const memoizeParse = ({ type, data }: Readable): MemoizedParse => {
  let last: { readonly parse: unknown; readonly event: unknown } | null = null;
  return <Event>(parse: Parse<Event>): Event => {
    if (last?.parse === parse) return last.event as Event;
    const event = parse(type, data);
    last = { parse, event };
    return event;
  };
};
