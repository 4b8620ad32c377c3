import type { Schemas } from '../../api/client.js';
import { Empty } from '../../ui/index.js';
import { VerificationTable } from '../verifications/verification-table.js';

type Props = { readonly verifications: readonly Schemas['StaffVerification'][] };

export const Verifications = ({ verifications }: Props) =>
  verifications.length === 0 ? (
    <Empty title="No verifications.">
      The partner starts one by the API. Onboarding proves the identity without one.
    </Empty>
  ) : (
    <VerificationTable label="Verifications, the oldest first" verifications={verifications} />
  );
