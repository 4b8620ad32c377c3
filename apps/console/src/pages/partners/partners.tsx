import { useSession } from '../../session/session.js';
import { Page } from '../../ui/index.js';
import { CreatePartner } from './create-partner.js';
import { PartnerSearch } from './partner-search.js';

/** All partners, and the form to create one. */
export const Partners = () => {
  const { role } = useSession();
  return (
    <Page title="Partners" actions={role === 'operator' && <CreatePartner />}>
      <PartnerSearch to="/partners" none="Create one; then give it a sign-in and an API key." />
    </Page>
  );
};
