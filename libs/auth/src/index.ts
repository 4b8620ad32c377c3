export { KeyUses, type UsesOfKeys } from './api-key/key-uses.js';
export { PartnerDirectory } from './api-key/partner-directory.js';
export {
  ConfigurePartner,
  type TermsChange,
} from './configure-partner/configure-partner.command.js';
export { CreateKey } from './create-key/create-key.command.js';
export { CreatePartner } from './create-partner/create-partner.command.js';
export { CreatePartnerUser } from './create-partner-user/create-partner-user.command.js';
export { DisablePartnerUser } from './disable-partner-user/disable-partner-user.command.js';
export { ResetPartnerUser } from './reset-partner-user/reset-partner-user.command.js';
export { RevokeKey } from './revoke-key/revoke-key.command.js';
export { REGISTRY_ID, partnerRegistry } from './partner/partner-registry.js';
export { partnerUsers } from './partner-user/partner-user.state.js';
export { type PartnerEvent, parsePartnerEvent } from './partner/partner.events.js';
export { type Partner, type Terms, partners } from './partner/partner.state.js';
export { partnerUserTable } from './partner-user-list/partner-user-list.read-model.js';
export { authProjector } from './auth.projector.js';
