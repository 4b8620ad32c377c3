import { Module } from '@nestjs/common';
import { CloseUserHandler } from './close-user/close-user.handler.js';
import { ReinstateUserHandler } from './reinstate-user/reinstate-user.handler.js';
import { SuspendUserHandler } from './suspend-user/suspend-user.handler.js';

@Module({ providers: [SuspendUserHandler, ReinstateUserHandler, CloseUserHandler] })
export class UsersOperatorModule {}
