/** Id of a job about one period. The job loads the ledger of the partner in the id. */
export const periodJobId = (partnerId: string, number: number): string => `${partnerId}.${number}`;

export const parsePeriodJobId = (id: string): { partnerId: string; number: number } => {
  const dot = id.lastIndexOf('.');
  return { partnerId: id.slice(0, dot), number: Number(id.slice(dot + 1)) };
};
