/** Injection tokens of the values that `PlatformModule` provides. */
export const CONFIG = Symbol('Config');
export const EVENT_LOG = Symbol('EventLog');
/** The database of the read models. */
export const READ_STORE = Symbol('ReadStore');
export const REDIS = Symbol('Redis');
export const BROKER = Symbol('Broker');
export const IDENTITY_PROVIDER = Symbol('IdentityProvider');
export const LOGGER = Symbol('Logger');
