import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * `npm run words`: fails if a text, comment, or name of the repository isn't in American English, or a name uses a word
 * that has a better term (docs/glossary.md), and prints where. `--fix` corrects the spelling.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

/** Stems before -ise, -ised, -ising, -isation, and so on that American English spells with a z. */
const stems =
  'agon|anonym|apolog|author|canonical|capital|categor|central|character|crystall|custom|digit|emphas|final|general|' +
  'harmon|hypothes|ideal|initial|item|legal|local|material|maxim|memor|minim|mobil|modern|monet|neutral|normal|optim|' +
  'organ|penal|personal|popular|priorit|random|rational|real|recogn|regular|sanit|scrutin|sensit|serial|special|stabil|' +
  'standard|summar|symbol|sympath|synchron|token|util|victim|virtual|visual';

/** The stems at the start of a part of a camelCase name: `realIsEqual` doesn't match. */
const anyCase = stems
  .split('|')
  .map((stem) => `[${stem.charAt(0).toUpperCase()}${stem.charAt(0)}]${stem.slice(1)}`)
  .join('|');

/** British spellings and their American ones. */
const british: readonly (readonly [pattern: RegExp, american: string])[] = [
  [new RegExp(`(${anyCase})is(?=e|ing|ation|able)`, 'g'), '$1iz'],
  [/(behavi|col|fav|hon|neighb|rum|lab|endeav)our(?!t)/gi, '$1or'],
  [/(cent)r(?=ed|ing\b)/gi, '$1er'],
  [/(cent)re(?=s?\b|s?[A-Z_-]|On\b)/g, '$1er'],
  [/(Cent)re(?=s?\b|s?[A-Z_-])/g, '$1er'],
  [/(cancel|label|model|signal|travel|total|level|fuel|channel|tunnel)l(?=ed(?!by)|ing|er\b)/gi, '$1'],
  [/(licen)c(?=e)/gi, '$1s'],
  [/(catal)ogue/gi, '$1og'],
  [/(program)me(?=s?\b)/gi, '$1'],
  [/\b(learn)t\b/gi, '$1ed'],
  [/\bper cent\b/gi, 'percent'],
  [/\b(e)-(?=mails?\b)/gi, '$1'],
  [/(\d|\}) %(?=['"`.,;:)|]|$)/g, '$1%'],
  [/\b(acknowledg|judg)ement/gi, '$1ment'],
];

/** Data of others, and names with the spelling of their owners. */
const excluded = ['**/node_modules/**', '**/dist/**', '**/seed/**', 'bench/results/**', 'test/fixtures/**'];
const names =
  /ac_authorisation\w+|Open Government Licence|Financial Reporting Centre|Organisation for Economic Co-operation/g;

/** Returns the line with American spelling; excluded names stay. */
function inAmerican(line: string): string {
  const stored: string[] = [];
  const open = line.replaceAll(names, (name) => `\0${stored.push(name) - 1}\0`);
  const changed = british.reduce((text, [pattern, american]) => text.replaceAll(pattern, american), open);
  return changed.replaceAll(/\0(\d+)\0/g, (_, place: string) => stored[Number(place)] ?? '');
}

/** Returns the words of a line that differ in the other. */
function differences(line: string, american: string): string[] {
  if (line === american) return [];
  const [before = [], after = []] = [line, american].map((text) => text.split(/\b/));
  if (before.length !== after.length) return [line.trim()];
  return before.flatMap((word, i) => (word === after[i] ? [] : [`${word} → ${after[i] ?? ''}`]));
}

/** Words that are banned in names of files, functions, types, variables, and properties, with the better term. */
const banned: Readonly<Record<string, string>> = {
  arrival: 'addition, return',
  arrivals: 'additions',
  bone: 'skeleton',
  bones: 'skeleton',
  conduct: 'activity',
  course: 'strategy',
  dealing: 'flow',
  dealings: 'flows',
  departure: 'removal',
  departures: 'removals',
  desk: 'collaboration, screener',
  happening: 'event',
  happenings: 'events',
  held: 'stored, present, valid, locked',
  holds: 'has, includes, isValid',
  intake: 'auto-assignment',
  kept: 'stored, saved, previous',
  looks: 'views, lookups',
  met: 'visited, matched, dependencies',
  mixture: 'pool',
  mixtures: 'pools',
  parcel: 'lot',
  parcels: 'lots',
  tallied: 'counted',
  tallies: 'sums, counts',
  tally: 'sum, count',
  tell: 'publish, send, notify, emit',
  telling: 'reporting',
  tells: 'reports',
  told: 'reported, sent, remote',
  wish: 'request, intent',
  wishes: 'requests, intents',
};

/** Names that are banned as a whole, with the better one: their words are fine elsewhere. */
const bannedNames: Readonly<Record<string, string>> = {
  Around: 'Context',
  ChoiceGrid: 'CheckboxMatrix',
  FlowPlace: 'CanvasRoute',
  GoneBlock: 'StaleBlock',
  GoneTransaction: 'DroppedTransaction',
  MonitoredKeys: 'Watchlist',
  OrLine: 'Divider',
  PlainSelect: 'NativeSelect',
  Portion: 'LotSlice, Batch',
  RadioChoices: 'RadioGroup',
  TwoLines: 'StackedCell',
  WaitingTx: 'UnconfirmedTransaction',
  btc_waiting: 'btc_mempool',
  gone_block: 'stale_block',
  openTracing: 'openTracingSnapshot',
};

/** Returns the words of a name in camelCase, snake_case, or kebab-case, in lower case. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

function bannedIn(name: string): string[] {
  if (Object.hasOwn(bannedNames, name)) return [`${name}: say ${bannedNames[name]}`];
  return wordsOf(name).flatMap((word) => {
    const instead = Object.hasOwn(banned, word) ? banned[word] : undefined;
    return instead === undefined ? [] : [`${name}: “${word}”, say ${instead}`];
  });
}

/** Returns the distinct names that a source file declares or uses, with their lines. */
function namesIn(file: string, text: string): Map<string, number> {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const found = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !found.has(node.text))
      found.set(node.text, source.getLineAndCharacterOfPosition(node.end).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = globSync('**/*.{ts,tsx,mjs,cjs,md,css,html,json,xsd,yml}', {
  cwd: root,
  exclude: excluded,
}).filter((file) => file !== 'tools/words.ts' && file !== 'package-lock.json');
const findings: string[] = [];
for (const file of files) {
  if (inAmerican(file) !== file) findings.push(`${file}: the name of the file`);
  for (const finding of bannedIn(file)) findings.push(finding);
  const text = readFileSync(join(root, file), 'utf8');
  const american = text.split('\n').map(inAmerican);
  text.split('\n').forEach((line, i) => {
    for (const word of differences(line, american[i] ?? line)) findings.push(`${file}:${i + 1}: ${word}`);
  });
  if (/\.tsx?$/.test(file)) {
    for (const [name, line] of namesIn(file, text))
      for (const finding of bannedIn(name)) findings.push(`${file}:${line}: ${finding}`);
  }
  if (process.argv.includes('--fix')) writeFileSync(join(root, file), american.join('\n'));
}
for (const finding of findings.slice(0, 50)) process.stdout.write(`${finding}\n`);
if (findings.length > 0) {
  process.stdout.write(
    `${findings.length} words to change: spelling (--fix changes it), or a name with a better term\n`,
  );
  process.exitCode = 1;
}
