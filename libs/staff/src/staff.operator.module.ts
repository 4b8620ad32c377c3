import { Module } from '@nestjs/common';
import { CreateStaffHandler } from './create-staff/create-staff.handler.js';
import { DisableStaffHandler } from './disable-staff/disable-staff.handler.js';
import { ResetStaffHandler } from './reset-staff/reset-staff.handler.js';
import { SignInLimits } from './sign-in/sign-in-limits.js';
import { StaffAccountReader } from './staff-accounts/staff-account-reader.js';
import { UnlockStaffHandler } from './unlock-staff/unlock-staff.handler.js';

@Module({
  providers: [
    SignInLimits,
    StaffAccountReader,
    CreateStaffHandler,
    ResetStaffHandler,
    DisableStaffHandler,
    UnlockStaffHandler,
  ],
  exports: [SignInLimits, StaffAccountReader],
})
export class StaffOperatorModule {}
