export { ROLES, type Role } from './account/staff-account.events.js';
export { staffAccounts } from './account/staff-account.state.js';
export { REGISTRY_ID as STAFF_REGISTRY_ID, staffRegistry } from './account/staff-registry.js';
export { CreateStaff, type NewStaff } from './create-staff/create-staff.command.js';
export { DisableStaff } from './disable-staff/disable-staff.command.js';
export { ResetStaff } from './reset-staff/reset-staff.command.js';
