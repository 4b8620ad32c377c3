import { ownValue } from '#kernel/own-value.js';
import type { Command } from 'commander';

const PARTNER = '5f0c7a1e-4c1d-5b56-9a3a-0d6b1c3f2e11';
const JOURNAL = 'c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4';
const OBJECT = '0b7e9c52-7f3c-5d0e-8a55-3f1d2c4b6a90';

/** Examples by command name, with invented ids. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'partner create': ['--name "Acme"'],
  'partner list': ['', '--json'],
  'partner configure': [
    `--partner ${PARTNER} --fee-flat 0.50 --fee-bps 25`,
    `--partner ${PARTNER} --limit 10000.00 --daily-limit 50000.00 --show-tax-id no`,
    `--partner ${PARTNER} --withdrawals enabled --withdrawal-fee-flat 1.00 --withdrawal-two-factor required`,
    `--partner ${PARTNER} --commission-collection settlement`,
  ],
  'partner-user create': [`--partner ${PARTNER} --email server@acme.example`],
  'partner-user reset': [`--partner ${PARTNER} --email server@acme.example`],
  'partner-user disable': [`--partner ${PARTNER} --email server@acme.example --reason "left"`],
  'key create': [`--partner ${PARTNER}`],
  'key list': [`--partner ${PARTNER}`],
  'key revoke': ['--key 7x0m3vzeo3yb'],
  'user suspend': [`--user ${OBJECT} --reason "asked by the partner"`],
  'user reinstate': [`--user ${OBJECT} --reason "cleared"`],
  'user apply': [
    `--user ${OBJECT} --reason "the broker freed the address"`,
    `--user ${OBJECT} --reason "another address" --email ada@users.example`,
  ],
  'user waiting': ['', '--json'],
  'user close': [`--user ${OBJECT} --reason "left"`],
  'user erase': [
    `--user ${OBJECT}`,
    `--user ${OBJECT} --reason "letter of 2 March"`,
    `--user ${OBJECT} --reason "letter of 2 March" --confirm 1f0c77ab`,
  ],
  'user erasures': ['', '--json'],
  'user erased-at': [
    `--user ${OBJECT} --provider broker --reference case-4711`,
    `--user ${OBJECT} --provider event-store --reference "scavenge of 2 March"`,
  ],
  'user hold': [`--user ${OBJECT} --reason "a court asks"`],
  'user release': [`--user ${OBJECT} --reason "the case is closed"`],
  'user export': [`--user ${OBJECT}`],
  'accounts configure': ['', '--json'],
  'staff create': ['--email ada@acme.example --role operator'],
  'staff reset': ['--email ada@acme.example'],
  'staff disable': ['--email ada@acme.example'],
  'staff unlock': ['--email ada@acme.example'],
  'staff code': ['--secret JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  'staff list': [''],
  'deposit assign': [
    `--id ${OBJECT} --journal ${JOURNAL} --reason "the broker’s support confirmed it"`,
  ],
  'deposit adjust': [`--id ${OBJECT} --amount -38.50 --reason "credited twice, see case 4711"`],
  'difference dismiss': [`--id ${OBJECT} --reason "the broker corrects it tomorrow"`],
  'webhook list': [`--partner ${PARTNER}`],
  'webhook show': [
    `--partner ${PARTNER} --id ${OBJECT}`,
    `--partner ${PARTNER} --id ${OBJECT} --json`,
  ],
  'webhook retry': [`--partner ${PARTNER} --id ${OBJECT} --delivery ${JOURNAL}`],
  'webhook recover': [`--partner ${PARTNER} --id ${OBJECT} --after evt_${JOURNAL}`],
  'webhook replay': [
    `--partner ${PARTNER} --id ${OBJECT} --after evt_${JOURNAL} --types order.filled`,
  ],
  'webhook disable': [`--partner ${PARTNER} --id ${OBJECT} --reason "the receiver is gone"`],
  'settlement schedule': [
    `--partner ${PARTNER} --zone America/New_York --cut-off 17:00 --every day --due-days 2`,
    `--partner ${PARTNER} --zone UTC --cut-off 00:00 --every month --on last --due-days 5`,
  ],
  'settlement cut-off': [`--partner ${PARTNER}`],
  'settlement transfer': [`--partner ${PARTNER} --reference BANK-1 --amount 1250.00`],
  'settlement payout': [`--partner ${PARTNER} --reference PAYOUT-1 --amount 99.00`],
  'settlement reverse': [`--partner ${PARTNER} --reference BANK-1 --reason "booked twice"`],
  'settlement proposals': ['', '--json'],
  'settlement import': ['--file transfers.csv'],
  'settlement list': [`--partner ${PARTNER}`, '--status overdue --json'],
  'settlement export': [`--partner ${PARTNER} --settlement ${OBJECT} --file statement.csv`],
  'attention list': ['', '--failing --json'],
  'attention retry': [`--id credit-deposit/${OBJECT}`, `--id ${OBJECT}`],
  'attention look-up': [`--id credit-deposit/${OBJECT}`],
  'attention close': [`--id credit-deposit/${OBJECT} --reason "the account is closed"`],
  rebuild: ['', '--projection settlement-periods'],
  'read-models prepare': [''],
  reconcile: ['', '--json'],
  events: [`--stream deposit-${OBJECT}`, '--follow'],
  sql: ['"select status, count(*) from deposits group by status"', '--csv "select * from orders"'],
  trace: [`--deposit ${OBJECT}`, `--user ${OBJECT} --json`],
  'encryption-key rewrap': ['', '--json'],
  'signing-key list': [''],
  'signing-key rotate': [''],
  backup: ['--to events-backup.db'],
  restore: ['--from events-backup.db', '--from older.db --erased events-backup.db.manifest.json'],
};

/** Returns every command without subcommands, by its full name. */
export const leavesOf = (command: Command, name = ''): readonly (readonly [string, Command])[] =>
  command.commands.flatMap((each) => {
    const fullName = `${name} ${each.name()}`.trim();
    return each.commands.length === 0 ? [[fullName, each] as const] : leavesOf(each, fullName);
  });

/** Adds the examples to the help of each command. */
export const addExamples = (program: Command): void => {
  for (const [name, command] of leavesOf(program)) {
    const lines = (ownValue(EXAMPLES, name) ?? []).map((rest) =>
      `  npm run ops -- ${name} ${rest}`.trimEnd(),
    );
    if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
};
