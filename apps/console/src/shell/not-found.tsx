import { useRouteError } from 'react-router';
import { Empty, Page, PageLink, Problem } from '../ui/index.js';

/** Page for an unknown path. */
export const NotFound = () => (
  <Page title="No such page">
    <Empty title="There is no page at this address.">
      Look in the navigation, or <PageLink to="/users">search for a user</PageLink>.
    </Empty>
  </Page>
);

/** Page for an error of a page. */
export const Broken = () => (
  <Page title="This page broke">
    <Problem error={useRouteError()} retry={() => window.location.reload()} />
  </Page>
);
