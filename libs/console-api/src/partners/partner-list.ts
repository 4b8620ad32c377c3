type Listed = { readonly id: string; readonly name: string };
type Wanted = { readonly text: string; readonly offset: number; readonly limit: number };

/** Returns a page of the partners whose name contains the text in any case, or whose id it is. */
export const partnerPage = (all: readonly Listed[], { text, offset, limit }: Wanted) => {
  const sought = text.trim().toLowerCase();
  const found = all.filter(({ id, name }) => id === sought || name.toLowerCase().includes(sought));
  return { partners: found.slice(offset, offset + limit), total: found.length };
};
