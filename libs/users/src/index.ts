export { CloseUser } from './close-user/close-user.command.js';
export { userById, usersCalled } from './find-user/find-user.js';
export { erasePerson, placeHold, recordErasureAt, releaseHold } from './user/erasure.decide.js';
export { ReinstateUser } from './reinstate-user/reinstate-user.command.js';
export { SuspendUser } from './suspend-user/suspend-user.command.js';
export { userTable } from './user-list/user-list.read-model.js';
export { usersForData } from './user-list/user.data-view.js';
export { usersProjector } from './users.projector.js';
export { recordOwner } from './user/record-owner.js';
export {
  requireNotBlocked,
  requirePerson,
  requireUser,
  userNotActive,
  userNotFound,
} from './user/require-user.js';
export { PROVIDERS, type UserEvent } from './user/user.events.js';
export {
  type Provider,
  type RegisteredUser,
  type User,
  type UserDetails,
  type UserStanding,
  isBlocked,
  isRegistered,
  personOf,
  userStandings,
  users,
} from './user/user.state.js';
export {
  addressRejected,
  addressVerified,
  identityRejected,
  identityVerified,
} from './user/verdict.decide.js';
