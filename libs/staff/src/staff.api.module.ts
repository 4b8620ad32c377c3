import { Module } from '@nestjs/common';
import type { Config } from '#config/config.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { CONFIG, REDIS } from '#kernel/tokens.js';
import type { RedisClient } from '#redis/script.js';
import { QueueActions } from './act-on-queue/queue-actions.js';
import { ChangePasswordController } from './change-password/change-password.controller.js';
import { ChangePasswordHandler } from './change-password/change-password.handler.js';
import { PasswordStrength } from './change-password/password-strength.js';
import { KnownDevices } from './session/known-devices.js';
import { SameOriginGate } from './session/same-origin.js';
import { StaffAuthenticator } from './session/staff.authenticator.js';
import { StaffSessions } from './session/staff-sessions.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInHandler } from './sign-in/sign-in.handler.js';
import { SignOutController } from './sign-out/sign-out.controller.js';
import { StaffAccountsController } from './staff-accounts/staff-accounts.controller.js';
import { StaffOperatorModule } from './staff.operator.module.js';
import { WhoAmIController } from './who-am-i/who-am-i.controller.js';

export { QueueActions } from './act-on-queue/queue-actions.js';
export { requireSameOrigin } from './session/same-origin.js';
export { StaffEndpoint } from './session/staff-endpoint.js';
export { ByStaff, CurrentStaff, StaffAuthenticator } from './session/staff.authenticator.js';
export type { SignedIn } from './session/staff-sessions.js';

const sessions = {
  provide: StaffSessions,
  inject: [EventStore, REDIS, CONFIG],
  useFactory: (store: EventStore, redis: RedisClient, { staffIdleS, staffSessionS }: Config) =>
    new StaffSessions(store, redis, { idleS: staffIdleS, sessionS: staffSessionS }),
};

@Module({
  imports: [StaffOperatorModule],
  controllers: [
    SignInController,
    SignOutController,
    ChangePasswordController,
    WhoAmIController,
    StaffAccountsController,
  ],
  providers: [
    sessions,
    KnownDevices,
    StaffAuthenticator,
    SameOriginGate,
    SignInHandler,
    ChangePasswordHandler,
    PasswordStrength,
    QueueActions,
  ],
  exports: [StaffSessions, StaffAuthenticator, QueueActions],
})
export class StaffApiModule {}
