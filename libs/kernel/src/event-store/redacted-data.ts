/** Returns the data of an event for display, without secrets and without the fields `without`. */
export const redactedData = (
  data: unknown,
  without: readonly string[] = [],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(data as object).filter(
      ([name]) => !SECRET.test(name) && !without.includes(name),
    ),
  );

const SECRET = /hash|sealed|secret|token|agreementip/i;
