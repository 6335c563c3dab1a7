import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * `npm run texts`: prints all visible texts by feature, with file and line; `npm run texts -- compliance` those of one
 * feature, `-- web/compliance` those of its pages. Texts in several files come last.
 */

/** A visible text. */
export interface VisibleText {
  readonly file: string;
  readonly line: number;
  /** On one line, with placeholders in braces. */
  readonly text: string;
}

/** Characters on a line of the listing. */
const lineLength = 150;

/** Where strings aren't visible texts. */
const rules = {
  files: 'apps/{server,web}/src/**/*.{ts,tsx}',
  packages: 'packages/*/src/**/*.ts',
  /** Tests, SQL, generated types, and the inside of the ledger and its sources. */
  excluded: /\.(test|fixture|store)\.tsx?$|^apps\/server\/src\/(db|ledger)\/|\/seed\/|-sql\.ts$/,
  /** Attributes whose strings aren't texts. */
  attributes:
    /^(className|key|id|type|role|href|to|d|style|transform|points|viewBox|fill|stroke|rel|target|as)$/,
  /** Attributes whose strings are always texts. */
  labels: /^(label|title|placeholder|aria-label|alt|hint|description)$/,
  /** Properties whose strings aren't texts: styles, headers, and selectors of elements. */
  properties: /^(id|type|kind|style|transform|path|selector|font|grid\w*|transition|animation|boxShadow)$/,
  /** Calls whose strings aren't texts. */
  calls:
    /^(query|raw|require|getElementById|querySelector(All)?|closest|addEventListener|split|join|startsWith|endsWith|includes|getPropertyValue|matchMedia|prepare|exec)$/,
  /** Calls whose strings are nouns and verbs after a number. */
  nouns: /^(counted|plural)$/,
  /** Errors of programs, which no page or response repeats. */
  errors: /^(Error|TypeError|RangeError|SyntaxError)$/,
  sql: /^\s*(select|insert|update|delete|create|alter|drop|with|where|and|or|order by|group by|left join|join|from|values|set|on|for update|case when|exists|not|coalesce|lock|listen|truncate|begin|union)\s/,
  /** Parts of SQL, selectors of elements, and media types. */
  code: /\$\d|::\w|:not\(|; charset=|\bcoalesce\(|\bis (?:not )?null\b|^read (?:only|write)$|\b\w\.\w+ (?:=|is|in|and)\b|\w\(\{|^\(select\b/,
};

const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

/**
 * Returns the feature of a file: a folder of pages, a folder of a context of the server, a folder of the contract, or a
 * package.
 */
export function featureOf(file: string): string {
  const [, top = '', second = '', , third = '', fourth = '', fifth = ''] =
    /^(\w+)\/([\w-]+)\/(src)\/([\w.-]+)(?:\/([\w.-]+))?(?:\/([\w-]+))?/.exec(file) ?? [];
  if (top === 'packages')
    return second === 'contract' ? `contract/${third.replace(/\.ts$/, '')}` : `packages/${second}`;
  if (second === 'web') return third === 'features' ? `web/${fourth}` : `web/${third.replace(/\.tsx?$/, '')}`;
  if (third === 'contexts') return `server/${fourth}/${fifth}`;
  return fourth === '' ? 'server/commands' : `server/${third}`;
}

/** Tests whether a string reads as a text: several words, or one that starts with a capital. */
function isProse(text: string): boolean {
  return (
    /\p{L}{2,}/u.test(text) &&
    (/\p{L}[\p{L}’'),.:;]*\s+\S|\S\s+[({“]?\p{L}{2}/u.test(text) || /^\p{Lu}\p{Ll}+[.…:!?]*$/u.test(text))
  );
}

/** Returns the name of the called function or class: `conflict` of `errors.conflict(…)`. */
function calledName({ expression }: ts.CallExpression | ts.NewExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** Tests whether strings in this place are invisible. */
function isHidden(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isTypeNode(parent) || ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isTaggedTemplateExpression(parent)
  )
    return true;
  if (ts.isBinaryExpression(parent)) return comparisons.has(parent.operatorToken.kind);
  if (ts.isPropertyAssignment(parent))
    return parent.name === node || rules.properties.test(parent.name.getText());
  if (ts.isCallExpression(parent)) return rules.calls.test(calledName(parent));
  return false;
}

/** Returns a placeholder in braces; an ellipsis for long code. */
function filledIn(expression: ts.Expression): string {
  const code = expression.getText().replaceAll(/\s+/g, ' ');
  return `{${code.length > 24 ? '…' : code}}`;
}

/** Returns a template with placeholders in braces. */
function templateText(node: ts.TemplateExpression): string {
  const span = ({ expression, literal }: ts.TemplateSpan): string => filledIn(expression) + literal.text;
  return node.head.text + node.templateSpans.map(span).join('');
}

/** Returns the text between two tags or expressions of a page, with the placeholders directly before and after it. */
function jsxText(node: ts.JsxText): string {
  const all = ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent) ? node.parent.children : [];
  const siblings = all.filter((child) => !ts.isJsxText(child) || !child.containsOnlyTriviaWhiteSpaces);
  const at = siblings.indexOf(node);
  const neighbors = (step: 1 | -1): string[] => {
    const found: string[] = [];
    for (
      let next = siblings[at + step];
      next !== undefined;
      next = siblings[at + step * (found.length + 1)]
    ) {
      if (!ts.isJsxExpression(next) || next.expression === undefined) break;
      found.push(ts.isStringLiteral(next.expression) ? next.expression.text : filledIn(next.expression));
    }
    return found;
  };
  return [...neighbors(-1).toReversed(), node.text, ...neighbors(1)].join('');
}

/** Returns the visible texts of a file in order. */
export function textsOf(file: string, code: string): VisibleText[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const onServer = file.startsWith('apps/server/');
  const found: VisibleText[] = [];
  const take = (node: ts.Node, text: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ file, line: line + 1, text: text.replaceAll(/\s+/g, ' ').trim() });
  };
  const isText = (node: ts.Node, literal: string): boolean => {
    if (ts.isCallExpression(node.parent) && rules.nouns.test(calledName(node.parent))) return true;
    if (ts.isJsxAttribute(node.parent) && rules.labels.test(node.parent.name.getText()))
      return /\p{L}/u.test(literal);
    return isProse(literal) && !rules.code.test(literal) && !(onServer && rules.sql.test(literal));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxAttribute(node) && rules.attributes.test(node.name.getText())) return;
    if (ts.isNewExpression(node) && rules.errors.test(calledName(node))) return;
    if (ts.isJsxText(node)) {
      if (/\p{L}/u.test(node.text)) take(node, jsxText(node));
    } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (!isHidden(node) && isText(node, node.text)) take(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const literal = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('0');
      if (!isHidden(node) && isText(node, literal)) take(node, templateText(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns texts that are in several files, each with its files. */
export function duplicatesOf(texts: readonly VisibleText[]): [text: string, files: string[]][] {
  return [...Map.groupBy(texts, ({ text }) => text)].flatMap(([text, places]) => {
    const files = [...new Set(places.map(({ file }) => file))];
    return files.length > 1 ? [[text, files] satisfies [string, string[]]] : [];
  });
}

/** Returns items in lines, as many per line as fit. */
function packed(items: readonly string[]): string[] {
  const lines: string[] = [];
  let open = '';
  for (const item of items) {
    if (open !== '' && open.length + item.length > lineLength) {
      lines.push(`  ${open}`);
      open = '';
    }
    open += open === '' ? item : ` · ${item}`;
  }
  return open === '' ? lines : [...lines, `  ${open}`];
}

/**
 * Returns all texts, or those of a feature, as lines: a heading for each feature and file, each text of a file once after
 * its line, and texts of several files at the end.
 */
export function listing(texts: readonly VisibleText[], wanted: string | undefined): string[] {
  const isWanted = (file: string): boolean => {
    const feature = featureOf(file);
    return wanted === undefined || feature === wanted || feature.endsWith(`/${wanted}`);
  };
  const features = Map.groupBy(
    texts.filter(({ file }) => isWanted(file)),
    ({ file }) => featureOf(file),
  );
  const lines = [...features]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([feature, own]) => [
      `## ${feature} (${own.length})`,
      ...[...Map.groupBy(own, ({ file }) => file)].flatMap(([file, inFile]) => {
        const once = [...Map.groupBy(inFile, ({ text }) => text)];
        return [file, ...packed(once.map(([text, [first]]) => `${first?.line ?? ''} ${text}`))];
      }),
    ]);
  const repeated = duplicatesOf(texts).filter(([, files]) => files.some(isWanted));
  if (repeated.length === 0) return lines;
  const shown = repeated.map(([text, files]) =>
    files.length > 3
      ? `${text} (${files.length} files)`
      : `${text} (${files.map((file) => basename(file)).join(', ')})`,
  );
  return [...lines, `## In several files (${repeated.length})`, ...packed(shown)];
}

/** Returns all visible texts of the application. */
export function catalog(): VisibleText[] {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync([rules.files, rules.packages], { cwd: root }).filter(
    (file) => !rules.excluded.test(file),
  );
  return files.toSorted().flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8')));
}

if (import.meta.main) {
  process.stdout.on('error', () => process.exit());
  process.stdout.write(`${listing(catalog(), process.argv[2]).join('\n')}\n`);
}
