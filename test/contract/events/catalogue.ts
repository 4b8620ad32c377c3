import type { EventStream, EventType, Shape } from './event-streams.js';
import { formatted } from '../markdown.js';

export const CATALOGUE = 'docs/reference/events.md';

const HEAD = `# Events

<!-- Written by \`npm run docs:events\` from the schemas; change those. -->

Every event type of the log. A stream is named \`<category>-<id>\` and usually begins with the first event of its
list. Each event also has an id, a revision, a position in the log, and metadata: \`partnerId\`, \`correlationId\`
(the request id, which all events of one request share), \`causationId\`, \`actor\` and \`at\`; \`traceparent\` if
the request was traced.

\`…Cents\` are whole cents and \`…Billionths\` billionths of a share, both as decimal text; \`at\` and
\`…At\` are ISO 8601 in UTC. Every other field is text unless its type follows; \`?\`
marks an optional field.
`;

/** The event catalogue, as it is checked in. */
export const catalogue = async (streams: readonly EventStream[]): Promise<string> => {
  const features = [...new Set(streams.map(({ feature }) => feature))];
  const sections = features.map((feature) => {
    const mine = streams.filter((stream) => stream.feature === feature);
    return [`## ${feature}`, ...mine.map(section)].join('\n\n');
  });
  const text = [HEAD, ...sections].join('\n\n');
  return formatted(CATALOGUE, text);
};

const section = ({ category, file, types }: EventStream): string => {
  const shared = sharedFields(types);
  const events = types.map(({ type, shape, meaning }) => {
    const own = fieldsOf(shape).filter((field) => !shared.includes(field));
    return `- **${type}**: ${meaning}${own.length === 0 ? '' : `\\\n  ${own.join(', ')}`}`;
  });
  const all = shared.length === 0 ? '' : ` All carry ${shared.join(', ')}.`;
  return [`### ${category}`, `[${file}](../../${file}).${all}`, events.join('\n')].join('\n\n');
};

const sharedFields = (types: readonly EventType[]): readonly string[] => {
  const [first, ...others] = types.map(({ shape }) => fieldsOf(shape));
  if (first === undefined || others.length === 0) return [];
  return first.filter((field) => others.every((fields) => fields.includes(field)));
};

const fieldsOf = ({ properties = {}, required = [] }: Shape): readonly string[] =>
  Object.entries(properties).map(([name, shape]) =>
    [`\`${name}\`${required.includes(name) ? '' : '?'}`, kindOf(shape)].filter(Boolean).join(' '),
  );

/** Nothing for text, the usual case. */
const kindOf = (shape: Shape): string => {
  const types = [shape.type ?? []].flat();
  const choices = [...types, ...(shape.anyOf ?? []).flatMap(({ type }) => type ?? [])];
  const orNull = choices.includes('null') && types.at(0) !== 'null' ? 'or null' : '';
  const inner = (shape.anyOf ?? []).filter(({ type }) => type !== 'null').map(kindOf);
  return [...inner, plainKindOf(shape, types[0]), orNull].filter(Boolean).join(' ');
};

const plainKindOf = (shape: Shape, type: string | undefined): string => {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum !== undefined) return `(${shape.enum.map(String).join(', ')})`;
  if (type === 'object') return `{ ${fieldsOf(shape).join(', ')} }`;
  if (type === 'array') return `list of ${kindOf(shape.items ?? {}) || 'text'}`;
  return type === undefined || type === 'string' ? '' : type;
};
