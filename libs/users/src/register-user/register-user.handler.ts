import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { RegisterUser } from './register-user.command.js';
import { Registrar } from './registrar.js';

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  private readonly registrar: Registrar;

  constructor(store: EventStore) {
    this.registrar = new Registrar(store);
  }

  execute({ caller, details }: RegisterUser) {
    const { partnerId } = caller;
    return this.registrar.register({ ...details, partnerId }, causeOf(caller));
  }
}
