import { Code } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { PAGED, useGet } from '../../api/queries.js';
import { Empty, Listing, Loaded, PageLink, Search } from '../../ui/index.js';

const PAGE = 50;

/** `to`: path of the links, before the partner's id. `none`: next step while no partner exists. */
type Props = { readonly to: string; readonly none: string };

/** Pages of partners, with a search by name. */
export const PartnerSearch = ({ to, none }: Props) => {
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  const offset = Number(search.get('offset') ?? 0);
  const query = { limit: PAGE, offset, ...(text === '' ? {} : { text }) };
  const show = (wanted: string, from: number) =>
    setSearch({
      ...(wanted === '' ? {} : { text: wanted }),
      ...(from === 0 ? {} : { offset: String(from) }),
    });
  return (
    <>
      <Search
        key={text}
        onSearch={(wanted) => show(wanted, 0)}
        label="A part of the name, or the id"
        maxLength={100}
        defaultValue={text}
      />
      <Loaded query={useGet('/staff/partners', { query }, PAGED)}>
        {({ partners, metadata }) => (
          <Listing
            label="Partners"
            rows={partners}
            page={{ metadata, onPage: (from) => show(text, from) }}
            empty={
              text === '' ? (
                <Empty title="There are no partners yet.">{none}</Empty>
              ) : (
                <Empty title="No partner has this name.">Search for a part of the name.</Empty>
              )
            }
            columns={{
              Name: ({ id, name }) => <PageLink to={`${to}/${id}`}>{name}</PageLink>,
              Id: ({ id }) => <Code>{id}</Code>,
            }}
          />
        )}
      </Loaded>
    </>
  );
};
