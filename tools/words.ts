import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run words`: fails where a text, a comment or a name of the repository is not spelled in American English, and says
 * where. Names in camelCase are looked at too. `--fix` changes it.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

/** Words before -ise, -ised, -ising, -isation and so on that American English writes with a z. */
const stems =
  'agon|anonym|apolog|author|canonical|capital|categor|central|character|crystall|custom|digit|emphas|final|general|' +
  'harmon|hypothes|ideal|initial|item|legal|local|material|maxim|memor|minim|mobil|modern|monet|neutral|normal|optim|' +
  'organ|penal|personal|popular|priorit|random|rational|real|recogn|regular|sanit|scrutin|sensit|serial|special|stabil|' +
  'standard|summar|symbol|sympath|synchron|token|util|victim|virtual|visual';

/** The stems, which may begin a part of a name in camelCase: `realIsEqual` is none of them. */
const anyCase = stems
  .split('|')
  .map((stem) => `[${stem.charAt(0).toUpperCase()}${stem.charAt(0)}]${stem.slice(1)}`)
  .join('|');

/** What is written otherwise in American English, and how. */
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
];

/** Data of others, and names that are spelled as their owners do. */
const excluded = ['**/node_modules/**', '**/dist/**', '**/seed/**', 'bench/results/**', 'test/fixtures/**'];
const names =
  /ac_authorisation\w+|Open Government Licence|Financial Reporting Centre|Organisation for Economic Co-operation/g;

/** The line as it should be; names that stay are not touched. */
function inAmerican(line: string): string {
  const stored: string[] = [];
  const open = line.replaceAll(names, (name) => `\0${stored.push(name) - 1}\0`);
  const changed = british.reduce((text, [pattern, american]) => text.replaceAll(pattern, american), open);
  return changed.replaceAll(/\0(\d+)\0/g, (_, place: string) => stored[Number(place)] ?? '');
}

/** Words of a line that differ in the other. */
function differences(line: string, american: string): string[] {
  if (line === american) return [];
  const [before = [], after = []] = [line, american].map((text) => text.split(/\b/));
  if (before.length !== after.length) return [line.trim()];
  return before.flatMap((word, i) => (word === after[i] ? [] : [`${word} → ${after[i] ?? ''}`]));
}

const files = globSync('**/*.{ts,tsx,mjs,cjs,md,css,html,json,xsd,yml}', {
  cwd: root,
  exclude: excluded,
}).filter((file) => file !== 'tools/words.ts' && file !== 'package-lock.json');
const findings: string[] = [];
for (const file of files) {
  if (inAmerican(file) !== file) findings.push(`${file}: the name of the file`);
  const text = readFileSync(join(root, file), 'utf8');
  const american = text.split('\n').map(inAmerican);
  text.split('\n').forEach((line, i) => {
    for (const word of differences(line, american[i] ?? line)) findings.push(`${file}:${i + 1}: ${word}`);
  });
  if (process.argv.includes('--fix')) writeFileSync(join(root, file), american.join('\n'));
}
for (const finding of findings.slice(0, 50)) process.stdout.write(`${finding}\n`);
if (findings.length > 0) {
  process.stdout.write(`${findings.length} words are not spelled in American English (--fix changes them)\n`);
  process.exitCode = 1;
}
