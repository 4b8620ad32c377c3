import { Module } from '@nestjs/common';
import { CreateStaffHandler } from './create-staff/create-staff.handler.js';
import { DisableStaffHandler } from './disable-staff/disable-staff.handler.js';
import { ResetStaffHandler } from './reset-staff/reset-staff.handler.js';

@Module({ providers: [CreateStaffHandler, ResetStaffHandler, DisableStaffHandler] })
export class StaffOperatorModule {}
