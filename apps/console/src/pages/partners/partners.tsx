import { Anchor, Code, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { Empty, Loaded, Page } from '../../ui/index.js';
import { CreatePartner } from './create-partner.js';
import { usePartners } from './partner-queries.js';

/** More than a screen holds: then a partner is found by typing. */
const SHOWN_MAX = 200;

/** All partners, and a way to make one. */
export const Partners = () => {
  const { role } = useSession();
  const query = usePartners();
  return (
    <Page title="Partners" actions={role === 'operator' && <CreatePartner />}>
      <Loaded query={query}>
        {({ partners }) =>
          partners.length === 0 ? (
            <Empty title="There are no partners yet.">
              Create one; then give it a sign-in and an API key.
            </Empty>
          ) : (
            <PartnerTable partners={partners} />
          )
        }
      </Loaded>
    </Page>
  );
};

const PartnerTable = ({ partners }: Schemas['PartnerList']) => {
  const [wanted, setWanted] = useState('');
  const sought = wanted.trim().toLowerCase();
  const found = partners.filter(
    ({ id, name }) => name.toLowerCase().includes(sought) || id === sought,
  );
  return (
    <>
      <TextInput
        label="Name or id"
        type="search"
        maw={400}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <Empty title="No partner is called that.">Search for a part of the name.</Empty>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table striped>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Id</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.slice(0, SHOWN_MAX).map(({ id, name }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/partners/${id}`}>
                      {name}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <Code>{id}</Code>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
};
