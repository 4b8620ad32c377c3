export type Patch = {
  readonly file: string;
  /** Of a new file. */
  readonly text?: string;
  readonly changes?: readonly (readonly [from: string, to: string])[];
};

const REMARK = `import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import type { Stream } from '#kernel/event-store/stream.js';

const schemas = { DepositRemarked: z.object({ depositId: z.string(), at: z.string() }) };

/** Whether there is one. */
export const remarks: Stream<boolean, EventOf<typeof schemas>> = {
  category: 'remark',
  initial: false,
  evolve: () => true,
  parse: parserOf('remark', schemas),
};
`;

const DECIDES = `    const decision = requestDeposit(terms, at);
`;
const REMARKS = `    const { depositId } = terms;
    await this.store.transact(
      remarks,
      depositId,
      (there) => (there ? [] : [{ type: 'DepositRemarked', data: { depositId, at } }]),
      cause,
    );
`;

/**
 * The next version: each new deposit has one more event, of a new type in a stream of its own, and the read model
 * of deposits has one more column.
 */
export const ONE_MORE: readonly Patch[] = [
  { file: 'libs/funding/src/remark/remark.ts', text: REMARK },
  {
    file: 'libs/funding/src/request-deposit/request-deposit.handler.ts',
    changes: [
      [
        "import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';\n",
        "import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';\nimport { remarks } from '../remark/remark.js';\n",
      ],
      [DECIDES, DECIDES + REMARKS],
    ],
  },
  {
    file: 'libs/funding/src/user-deposits/user-deposits.projection.ts',
    changes: [
      // An additional digit makes a later version of any version.
      ["'user-deposits',\n  version: ", "'user-deposits',\n  version: 1"],
      [
        '  completedAt: orNull(time),\n',
        '  completedAt: orNull(time),\n  creditedCents: integer,\n',
      ],
      ['insert(depositTable, { ', 'insert(depositTable, { creditedCents: amountCents - feeCents, '],
    ],
  },
];
