import { Command } from 'commander';
import { addAccountCommands } from './account.commands.js';
import { addBackupCommands } from './backup.commands.js';
import { addAttentionCommands } from './attention.commands.js';
import { addDepositCommands } from './deposit.commands.js';
import { addEncryptionKeyCommands } from './encryption-key.commands.js';
import { addEventCommands } from './events.commands.js';
import { addExamples } from './examples.js';
import { addPartnerCommands } from './partner.commands.js';
import { addReadModelCommands } from './read-model.commands.js';
import { addSettlementCommands } from './settlement.commands.js';
import { addSigningKeyCommands } from './signing-key.commands.js';
import { addSqlCommand } from './sql/sql.commands.js';
import { addStaffCommands } from './staff.commands.js';
import { addTraceCommands } from './trace.commands.js';
import { addUserCommands } from './user.commands.js';
import { addWebhookCommands } from './webhook.commands.js';

/** Creates the program with all commands. */
export const makeProgram = (): Command => {
  const program = new Command('npm run ops --')
    .description('The operator’s command line. Run it with the same environment as the service.')
    .option('--json', 'print one JSON document and nothing else')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Add --help to see the options and examples.')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run ops -- partner create --name "Acme"\n  npm run ops -- reconcile',
    );
  addPartnerCommands(program);
  addUserCommands(program);
  addAccountCommands(program);
  addStaffCommands(program);
  addSettlementCommands(program);
  addAttentionCommands(program);
  addDepositCommands(program);
  addWebhookCommands(program);
  addReadModelCommands(program);
  addEventCommands(program);
  addSigningKeyCommands(program);
  addEncryptionKeyCommands(program);
  addBackupCommands(program);
  addTraceCommands(program);
  addSqlCommand(program);
  addExamples(program);
  return program;
};
