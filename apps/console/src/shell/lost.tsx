import { Anchor } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { Empty, Page, Problem } from '../ui/index.js';

/** A path that leads nowhere, or a page that broke. */
export const Lost = () => {
  const error = useRouteError();
  if (error !== undefined) {
    return (
      <Page title="This page broke">
        <Problem error={error} retry={() => window.location.reload()} />
      </Page>
    );
  }
  return (
    <Page title="No such page">
      <Empty title="Nothing is at this address.">
        Look in the navigation, or{' '}
        <Anchor component={Link} to="/users" inherit>
          search for a user
        </Anchor>
        .
      </Empty>
    </Page>
  );
};
