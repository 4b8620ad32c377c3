type Listed = { readonly id: string; readonly name: string };
type Wanted = { readonly text: string; readonly offset: number; readonly limit: number };

/** Of all partners those with this in their name, in any case, or with this id. */
export const partnerPage = (all: readonly Listed[], { text, offset, limit }: Wanted) => {
  const sought = text.trim().toLowerCase();
  const found = all.filter(({ id, name }) => id === sought || name.toLowerCase().includes(sought));
  return { partners: found.slice(offset, offset + limit), total: found.length };
};
