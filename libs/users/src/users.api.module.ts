import { Module } from '@nestjs/common';
import { RegisterUserController } from './register-user/register-user.controller.js';
import { RegisterUserHandler } from './register-user/register-user.handler.js';

@Module({ controllers: [RegisterUserController], providers: [RegisterUserHandler] })
export class UsersApiModule {}
