import { Anchor, Button, Code, Group, Table, TextInput } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { Empty, Listing, Loaded, Pager, formOf } from '../../ui/index.js';
import { usePartners } from './partner-queries.js';

/** `to`: path of the links, before the partner's id. `none`: next step while no partner exists. */
type Props = { readonly to: string; readonly none: string };

/** Pages of partners, with a search by name. */
export const PartnerSearch = ({ to, none }: Props) => {
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  const offset = Number(search.get('offset') ?? 0);
  const query = usePartners(text, offset);
  const show = (wanted: string, from: number) =>
    setSearch({
      ...(wanted === '' ? {} : { text: wanted }),
      ...(from === 0 ? {} : { offset: String(from) }),
    });
  return (
    <>
      <form role="search" onSubmit={formOf(({ text: wanted = '' }) => show(wanted, 0))}>
        <Group align="flex-end">
          <TextInput
            key={text}
            name="text"
            type="search"
            label="A part of the name, or the id"
            maxLength={100}
            defaultValue={text}
            w={{ base: '100%', xs: 400 }}
          />
          <Button type="submit" variant="default">
            Search
          </Button>
        </Group>
      </form>
      <Loaded query={query}>
        {({ partners, metadata }) =>
          metadata.total === 0 ? (
            <Empty title={text === '' ? 'There are no partners yet.' : 'No partner has this name.'}>
              {text === '' ? none : 'Search for a part of the name.'}
            </Empty>
          ) : (
            <>
              <Listing label="Partners" columns={['Name', 'Id']}>
                {partners.map(({ id, name }) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <Anchor component={Link} to={`${to}/${id}`}>
                        {name}
                      </Anchor>
                    </Table.Td>
                    <Table.Td>
                      <Code>{id}</Code>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Listing>
              <Pager metadata={metadata} onPage={(from) => show(text, from)} />
            </>
          )
        }
      </Loaded>
    </>
  );
};
