import { Body, Controller, Param, Patch } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { malformed } from '#kernel/refused.js';
import { NameField, PhoneField } from '../user/person-fields.js';
import { userNotFound } from '../user/require-user.js';
import { updatedUserAnswer, updatedUserView } from '../user-list/user.view.js';
import { CHANGES_A_DAY_MAX } from '../user/user.decide.js';
import { UpdateUser } from './update-user.handler.js';

class UpdateUserBody {
  @NameField({ optional: true, about: 'Given name.', example: 'Ada' })
  readonly firstName?: string;
  @NameField({ optional: true, about: 'Family name.', example: 'King' })
  readonly lastName?: string;
  @PhoneField({ optional: true, about: 'E.164.', example: '+12025550143' })
  readonly phoneNumber?: string;
}

@Controller('v1/users')
export class UpdateUserController {
  constructor(private readonly commands: CommandBus) {}

  @Patch(':userId')
  @Endpoint({
    summary: 'Change a user’s name or phone number',
    description: 'Send at least one field. Other fields stay. Nothing else can be changed.',
    params: { userId: 'The user’s id.' },
    answers: { 200: [updatedUserAnswer, 'The user after the change.'] },
    refuses: [
      userNotFound,
      refusal(409, 'user_not_active', 'The user was erased.'),
      refusal(
        429,
        'too_many_changes',
        `The details of a user can be changed ${CHANGES_A_DAY_MAX} times a day (UTC).`,
      ),
    ],
  })
  async updateUser(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body() { firstName, lastName, phoneNumber }: UpdateUserBody,
  ) {
    if (firstName === undefined && lastName === undefined && phoneNumber === undefined) {
      const detail = 'must have at least one of firstName, lastName, phoneNumber';
      throw malformed([{ pointer: '', code: 'field_missing', detail }]);
    }
    const change = { firstName, lastName, phone: phoneNumber };
    return updatedUserView(await this.commands.execute(new UpdateUser(caller, userId, change)));
  }
}
