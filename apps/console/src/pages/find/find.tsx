import { Navigate, useParams } from 'react-router';
import { useGet } from '../../api/queries.js';
import { Empty, Loaded, Page } from '../../ui/index.js';
import { pathFor } from './path-for.js';

/** Target of links in the queue dashboard. Redirects to the page about the object. */
export const Find = () => {
  const { category = '', id = '' } = useParams();
  if (category === 'transfer') return <TransferPlace id={id} />;
  const place = pathFor(category, id);
  if (place !== null) return <Navigate to={place} replace />;
  return (
    <Page title="No page about that">
      <Empty title={`There is no page about “${category}”.`}>
        Its events can be read with <code>npm run ops -- events --stream</code> {category}-{id}.
      </Empty>
    </Page>
  );
};

/** Finds the partner of a transfer, whose page shows the transfer. */
const TransferPlace = ({ id }: { readonly id: string }) => {
  const query = useGet('/staff/transfers/{id}', { path: { id } });
  return (
    <Loaded query={query}>
      {({ partnerId }) => <Navigate to={`/settlements/${partnerId}`} replace />}
    </Loaded>
  );
};
