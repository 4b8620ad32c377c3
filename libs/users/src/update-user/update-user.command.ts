import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { Document } from '#platform/read-models/documents.js';
import type { DetailsChange } from '../user/user.decide.js';

export class UpdateUser extends Command<Document> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    readonly change: DetailsChange,
  ) {
    super();
  }
}
