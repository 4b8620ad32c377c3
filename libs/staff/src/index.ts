export { ROLES, type Role } from './account/staff-account.events.js';
export { findStaffId, staffAccounts } from './account/staff-account.state.js';
export { staffRegistry } from './account/staff-registry.js';
export { CreateStaff, type NewStaff } from './create-staff/create-staff.command.js';
export { DisableStaff } from './disable-staff/disable-staff.command.js';
export { ResetStaff } from './reset-staff/reset-staff.command.js';
export { StaffAccountReader } from './staff-accounts/staff-account-reader.js';
export { UnlockStaff } from './unlock-staff/unlock-staff.command.js';
