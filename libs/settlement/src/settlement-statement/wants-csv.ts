/** Returns whether an `Accept` header prefers CSV. The default is JSON. */
export const wantsCsv = (accept: string | undefined): boolean => {
  const ranges = (accept ?? '').split(',').map(parseRange);
  const qualityOf = (...types: string[]) =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ quality }) => quality));
  const csv = qualityOf('text/csv');
  return csv > 0 && csv >= qualityOf('application/json');
};

const parseRange = (range: string): { type: string; quality: number } => {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  const quality = Number(given);
  return { type, quality: Number.isNaN(quality) ? 0 : quality };
};
