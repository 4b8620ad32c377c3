/** Jobs about one period carry the partner and the period's number: its book is the partner's. */
export const periodJobId = (partnerId: string, number: number): string => `${partnerId}.${number}`;

export const parsePeriodJobId = (id: string): { partnerId: string; number: number } => {
  const dot = id.lastIndexOf('.');
  return { partnerId: id.slice(0, dot), number: Number(id.slice(dot + 1)) };
};
