import { Navigate, useParams } from 'react-router';
import { Empty, Page } from '../../ui/index.js';
import { placeOf } from './place-of.js';

/** Where links of the queue dashboard arrive: it leads on to the page about the thing. */
export const Find = () => {
  const { category = '', id = '' } = useParams();
  const place = placeOf(category, id);
  if (place !== null) return <Navigate to={place} replace />;
  return (
    <Page title="No page about that">
      <Empty title={`There is no page about “${category}”.`}>
        Its events can be read with <code>npm run ops -- events --stream</code> {category}-{id}.
      </Empty>
    </Page>
  );
};
