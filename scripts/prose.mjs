import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { prepare } from './lib/install.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { main, Problem } from './lib/problem.mjs';
import { endToolsWhenInterrupted, ROOT } from './lib/tools.mjs';

endToolsWhenInterrupted();
endWithNpm();
await prepare((line) => console.error(line), { scope: 'all', builds: false });
const { default: ts } = await import('typescript');

const BASELINE = join(ROOT, 'test/contract/prose/baseline.json');
const HELP = `npm run prose [-- --lower | --list <path>]

Checks the writing rules in comments, messages, test titles, Markdown, names and commit subjects.
--lower writes lower numbers into the baseline. --list prints the hits of files with a matching path.`;

/** P1: private words in prose. docs/developers/writing.md has the standard terms. */
const PRIVATE = [
  'nudges?|nudged|workflows|fenced?|fences|parked|filled anew|fillings?',
  'feeders?|taking in|take-backs?|taken back|undone|doubled|brought forward',
  'kept answers?|strangers|crumbs|tells? of|told of|word of|told|for ever|anew|so many',
  'by (itself|themselves)|of before|all the same|stands? in|stood in|in clear|a no',
  'makes? nothing of|looks? at again|looked at again|at work|sealed|unsealed',
  'ours|theirs',
];
/** P1 in names: words of identifiers and of file names. */
const PRIVATE_IN_NAMES =
  /^(nudge[sd]?|workflows?|fenced?|feeder|undone|crumbs?|crumbled|strangers?|doorkeepers?|parked|told|anew|houses?|odd|skeleton|remarks|desks?|rigs?|harms?|planted|sealed?|wish|judges?|judged)$/;
/** Names of stored fields, of routes and of metrics, which stay. */
const STORED_NAMES = new Set(['sealedSecret', 'taxIdSealed']);

const RULES = {
  P1: (sentence) => count(sentence, PRIVATE_PROSE),
  P2: (sentence) => (P2.test(sentence) ? 1 : 0),
  P3: (sentence) => count(sentence, P3),
  P4: (sentence) => count(sentence, P4),
  P5: (sentence) => (wordsOf(sentence).length > 28 ? 1 : 0),
};
const PRIVATE_PROSE = new RegExp(`\\b(${PRIVATE.join('|')})\\b`, 'gi');
const P2 = /^(What|Who(ever|m|se)?|That|Of|Nor|Those|Then|All that|Until|Some of)\b/;
const P3 =
  /(^|[,:;] |\b(of|is|and|with|by|for|from|in|as|to|on|at|has|had|than) )(what|whatever|who(m|ever|se)?)\b/g;
const P4 =
  /\b(is|are|was|were|has|have|does|(say|make|move|end|take|count|know|lose|hold|keep|name|give|stop|change|record)s?) (no|none|nothing|nobody)\b|^No(thing|body)?\b/g;

const count = (text, pattern) => [...text.matchAll(pattern)].length;
const wordsOf = (text) => text.split(/\s+/).filter((word) => /\w/.test(word));
const sentencesOf = (text) =>
  text
    .replace(/`[^`]*`/g, 'code')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?])\s+(?=[A-Z"“])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 0);

const CODE = /\.(ts|tsx|mts|mjs|cjs|js)$/;
const MESSAGE_CALLS =
  /^(log|logger|say|info|warn|error|debug|fatal|describe|it|test|each|problem|refused|unacceptable|malformed|conflict|notFound|unavailable|Error|\w*Error|Problem|Refused)$/;

/** Returns the comments, messages and test titles of a source file. */
const textsOfCode = (file, text) => {
  const texts = [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const seen = new Set();
  const addComments = (node) => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ]) {
      if (seen.has(range.pos)) continue;
      seen.add(range.pos);
      texts.push(
        text.slice(range.pos, range.end).replace(/^\s*(\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, ' '),
      );
    }
  };
  const visit = (node) => {
    addComments(node);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const callee = node.expression;
      const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
      if (MESSAGE_CALLS.test(name)) for (const each of node.arguments ?? []) addString(each);
    }
    ts.forEachChild(node, visit);
  };
  const addString = (node) => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node))
      texts.push(
        [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('x'),
      );
  };
  visit(source);
  return { texts: texts.filter((each) => / /.test(each.trim())), names: namesOf(source) };
};

const namesOf = (source) => {
  const names = new Set();
  const visit = (node) => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && node.parent?.name === node)
      names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
};

const wordsOfName = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
const privateWordsIn = (name) =>
  STORED_NAMES.has(name)
    ? 0
    : wordsOfName(name).filter((word) => PRIVATE_IN_NAMES.test(word)).length;

/** Returns paragraphs, list items, headings and cells, without code blocks, links and field lists. */
const textsOfMarkdown = (text) =>
  text
    .replace(/<!--[\s\S]*?-->|```[\s\S]*?```/g, '')
    .replace(/\\\n +`[^]*?(?=\n- |\n\n|$)/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\n\s*\n|\n(?=\s*([-*+]|\d+\.|#+) )|\n?\|/)
    .map((part) => (part ?? '').replace(/^\s*([-*+]|\d+\.|#+|>)\s+/, '').trim())
    .filter((part) => / /.test(part));

const hitsOf = (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const code = CODE.test(file) ? textsOfCode(file, text) : null;
  const texts = code?.texts ?? textsOfMarkdown(text);
  const hits = [];
  for (const sentence of texts.flatMap(sentencesOf))
    for (const [rule, hitsIn] of Object.entries(RULES))
      for (let i = hitsIn(sentence); i > 0; i -= 1) hits.push({ rule, text: sentence });
  const names = [basename(file).replace(/\.\w+$/, ''), ...(code?.names ?? [])];
  for (const name of names)
    for (let i = privateWordsIn(name); i > 0; i -= 1) hits.push({ rule: 'P1', text: name });
  return hits;
};

/** P7: maximum number of words in a document. Pages written by hand under docs/ share a limit. */
const WORD_LIMITS = { 'README.md': 700 };
const BY_HAND_MAX = 35_000;
const GENERATED = /<!-- (Written|Generated) by/;

const wordsOfMarkdown = (text) => wordsOf(text.replace(/```[\s\S]*?```/g, '')).length;

const longDocuments = (files) => {
  const pages = files.filter((file) => file.endsWith('.md'));
  const texts = pages.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]);
  const byHand = texts.filter(([, text]) => !GENERATED.test(text));
  const all = byHand.reduce((sum, [, text]) => sum + wordsOfMarkdown(text), 0);
  const long = texts
    .map(([file, text]) => ({ file, words: wordsOfMarkdown(text), most: WORD_LIMITS[file] }))
    .filter(({ words, most }) => most !== undefined && words > most)
    .map(({ file, words, most }) => `${file} has ${words} words, at most ${most} are allowed`);
  const tooMuch =
    all > BY_HAND_MAX ? [`the pages have ${all} words, at most ${BY_HAND_MAX} are allowed`] : [];
  return [...long, ...tooMuch];
};

/** P6, for the commits after the one that introduced the check. */
const badSubjects = () => {
  const git = (...args) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let subjects = [];
  try {
    const first = git('log', '--diff-filter=A', '--format=%H', '--', BASELINE)
      .trim()
      .split('\n')
      .at(-1);
    if (first)
      subjects = git('log', '--no-merges', '--format=%s', `${first}..HEAD`).trim().split('\n');
  } catch {
    return [];
  }
  return subjects.filter(
    (each) => each !== '' && (each.length > 72 || /;/.test(each) || !SUBJECT.test(each)),
  );
};
const SUBJECT = /^[a-z][a-z0-9, -]*: [a-z]+ \S/;

const filesToRead = () => {
  let files;
  try {
    const options = { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    files = execFileSync('git', ['ls-files'], options).split('\n');
  } catch {
    return [];
  }
  return files.filter(
    (file) =>
      (CODE.test(file) || file.endsWith('.md')) &&
      !UNREAD.test(file) &&
      existsSync(join(ROOT, file)),
  );
};
/** Generated files and third-party text. */
const UNREAD = /schema\.ts$|^scripts\/prose\.mjs$|^CHANGELOG\.md$/;

const prose = () => {
  const [word, path = ''] = process.argv.slice(2);
  if (word === '--help') return console.log(HELP);
  if (word !== undefined && word !== '--lower' && word !== '--list')
    throw new Problem(`npm run prose does not accept ${word}: see npm run prose -- --help.`);
  const files = filesToRead();
  if (files.length === 0) return console.log('git lists no files here: nothing was checked');
  const { exempt = [], counts: known = {} } = existsSync(BASELINE)
    ? JSON.parse(readFileSync(BASELINE, 'utf8'))
    : {};
  const counts = {};
  const problems = [];
  for (const file of files) {
    const hits = hitsOf(file).filter(({ rule, text }) => !isExempt(exempt, { file, rule, text }));
    if (word === '--list' && file.includes(path))
      for (const { rule, text } of hits) console.log(`${file} ${rule} ${text}`);
    if (word !== '--list' || file.includes(path))
      for (const { rule } of hits) {
        counts[file] ??= {};
        counts[file][rule] = (counts[file][rule] ?? 0) + 1;
      }
    for (const [rule, count] of Object.entries(counts[file] ?? {})) {
      const most = known[file]?.[rule] ?? 0;
      if (count <= most) continue;
      const texts = hits.filter((hit) => hit.rule === rule).map(({ text }) => `  ${text}`);
      problems.push(
        `${file}: ${rule} has ${count} hits, at most ${most} are allowed:\n${texts.join('\n')}`,
      );
    }
  }
  if (word === '--list') return console.log(summary(counts));
  if (word === '--lower') return lower(exempt, known, counts);
  problems.push(
    ...longDocuments(files),
    ...badSubjects().map((each) => `commit subject (P6): ${each}`),
  );
  console.log(summary(counts));
  if (problems.length > 0)
    throw new Problem(`${problems.join('\n')}\nThe rules are in docs/developers/writing.md.`);
};

const isExempt = (exempt, { file, rule, text }) =>
  exempt.some((each) => each.file === file && each.rule === rule && text.startsWith(each.text));

const summary = (counts) => {
  const sums = { P1: 0, P2: 0, P3: 0, P4: 0, P5: 0 };
  for (const hits of Object.values(counts))
    for (const [rule, count] of Object.entries(hits)) sums[rule] += count;
  return Object.entries(sums)
    .map(([rule, count]) => `${rule} ${count}`)
    .join(', ');
};

/** Writes lower numbers. Adds an entry for a file only if the baseline does not exist. */
const lower = (exempt, known, counts) => {
  const isNew = Object.keys(known).length === 0;
  const next = {};
  for (const [file, hits] of Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const [rule, count] of Object.entries(hits).sort()) {
      const value = isNew ? count : Math.min(count, known[file]?.[rule] ?? 0);
      if (value > 0) (next[file] ??= {})[rule] = value;
    }
  writeFileSync(BASELINE, `${JSON.stringify({ exempt, counts: next }, null, 2)}\n`);
};

await main(prose);
