import { Anchor } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { Empty, Page, Problem } from '../ui/index.js';

/** A path that leads nowhere. */
export const Lost = () => (
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

/** A page that could not be shown, or not be loaded. */
export const Broken = () => (
  <Page title="This page broke">
    <Problem error={useRouteError()} retry={() => window.location.reload()} />
  </Page>
);
