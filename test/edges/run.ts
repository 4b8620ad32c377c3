import Table from 'cli-table3';
import { KycPartner } from '../e2e/kyc/kyc-partner.js';
import { PartnerClient, Service } from '../support/service.js';
import { bystand } from './bystander.js';
import type { Edge, Figure } from './edge.js';
import { longPreview, manyLists } from './edges/cooperative-scheduler.js';
import { leavers, readers } from './edges/readers.js';
import { junkSignIns } from './edges/sign-ins.js';
import { longStatements, manyCodes } from './edges/statements.js';
import { badTokens, tokenless } from './edges/tokenless.js';
import { idleUploads, leftUploads } from './edges/uploads.js';

const EDGES: readonly Edge[] = [
  idleUploads,
  leftUploads,
  tokenless,
  badTokens,
  readers,
  leavers,
  manyLists,
  longPreview,
  longStatements,
  manyCodes,
  junkSignIns,
];

const named = process.argv.slice(2);
const known = EDGES.map(({ name }) => name);
for (const name of named)
  if (!known.includes(name)) {
    console.error(`there is no edge "${name}"; there are: ${known.join(', ')}`);
    process.exit(1);
  }
const chosen = named.length === 0 ? EDGES : EDGES.filter(({ name }) => named.includes(name));
const say = (line: string) => console.error(line);

/** Each against an api that has lived through nothing before. */
const held = async (service: Service, edge: Edge): Promise<readonly Figure[]> => {
  await service.restartApi();
  const client = await PartnerClient.logIn(service);
  const other = await PartnerClient.logIn(service, service.demo.secondPartner);
  const kyc = KycPartner.of(service, client);
  const userId = await KycPartner.of(service, other).register();
  const url = `${service.api}/v1/users/${userId}`;
  const meanwhile = (attack: () => Promise<void>) => bystand(url, other, attack);
  return edge.run({ service, client, kyc, meanwhile, say });
};

const isHeld = ({ measured, goal }: Figure): boolean =>
  goal === null || ('atMost' in goal ? measured <= goal.atMost : measured >= goal.atLeast);

const tableOf = (figures: readonly Figure[]): string => {
  const table = new Table({
    head: ['what', 'measured', 'goal', 'held'],
    style: { head: [], border: [] },
  });
  for (const figure of figures) {
    const { name, measured, unit, goal } = figure;
    const wanted =
      goal === null ? '–' : 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
    table.push([name, `${measured} ${unit}`, wanted, isHeld(figure) ? 'yes' : 'NO']);
  }
  return table.toString();
};

const figures: Figure[] = [];
const service = await Service.start({ LOG_LEVEL: 'info' });
try {
  for (const edge of chosen) {
    say(`${edge.name}: ${edge.does} …`);
    const seen = await held(service, edge);
    say(tableOf(seen));
    figures.push(...seen);
  }
} finally {
  console.log(tableOf(figures));
  await service.stop();
}
process.exit(figures.every(isHeld) ? 0 : 1);
