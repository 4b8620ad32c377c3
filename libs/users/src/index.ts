export { UsersApiModule } from './users.api.module.js';
export { usersProjector } from './users.projector.js';
export { requireNotBlocked, requireUser } from './user/require-user.js';
export { rejectIdentity, verifyIdentity } from './user/user.decide.js';
export { type RegisteredUser, isRegistered, users } from './user/user.state.js';
