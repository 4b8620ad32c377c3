import { Command } from '@nestjs/cqrs';

/** One event about the user, with where it stands. */
export type HeldEvent = {
  readonly stream: string;
  readonly type: string;
  readonly at: string;
  readonly data: unknown;
};

export type HeldData = {
  readonly user: string;
  readonly partner: string;
  /** What is shown of the user now, by the name of the table. */
  readonly shown: Readonly<Record<string, readonly unknown[]>>;
  /** Everything that was recorded, in the order of the streams. */
  readonly events: readonly HeldEvent[];
  readonly atProviders: readonly { readonly provider: string; readonly ids: readonly string[] }[];
};

/** Everything that is held about a user, with its sources. */
export class ExportUser extends Command<HeldData> {
  constructor(readonly userId: string) {
    super();
  }
}
