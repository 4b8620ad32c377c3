import { Module } from '@nestjs/common';
import { CreateUserController } from './register-user/create-user.controller.js';
import { RegisterUserController } from './register-user/register-user.controller.js';
import { RegisterUserHandler } from './register-user/register-user.handler.js';
import { ShowRegistrationController } from './show-user/show-registration.controller.js';
import { ShowUserController } from './show-user/show-user.controller.js';
import { UpdateUserController } from './update-user/update-user.controller.js';
import { UpdateUserHandler } from './update-user/update-user.handler.js';
import { UserListController } from './user-list/user-list.controller.js';

@Module({
  controllers: [
    CreateUserController,
    ShowUserController,
    UpdateUserController,
    UserListController,
    RegisterUserController,
    ShowRegistrationController,
  ],
  providers: [RegisterUserHandler, UpdateUserHandler],
})
export class UsersApiModule {}
