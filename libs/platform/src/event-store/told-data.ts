/** What an event says, for people: without what is secret, and without the fields that are named. */
export const toldData = (
  data: unknown,
  without: readonly string[] = [],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(data as object).filter(
      ([name]) => !SECRET.test(name) && !without.includes(name),
    ),
  );

const SECRET = /hash|sealed|secret|token|agreementip/i;
