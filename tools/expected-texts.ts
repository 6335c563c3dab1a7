import ts from 'typescript';

/**
 * Finds the texts that browser tests expect, and checks that the application can show them
 * (`test/expected-texts.test.ts`).
 */

/** A text that a browser test expects to see. */
export interface ExpectedText {
  readonly file: string;
  readonly line: number;
  /** As in the test: a string, a template, or a regular expression. */
  readonly source: string;
  /** The literal parts between placeholders, and metacharacters of a regular expression. */
  readonly parts: readonly string[];
}

/** Texts that browser tests expect, and strings that they type, store, and compare with. */
export interface TestTexts {
  readonly expected: ExpectedText[];
  readonly data: string[];
}

/** Playwright's finders that take a text as their first argument. */
const finders = /^getBy(Text|Label|Title|Placeholder|AltText)$/;
/** Calls that compare a text of the page. */
const comparisons = /^(toBe|toContain|toEqual|toMatch)$/;
/** Expressions that read a text for a comparison. */
const reads = /\.(textContent|innerText|allTextContents|allInnerTexts|title)\(/;

type Parameters = Map<string, Set<number>>;
type Literal = ts.StringLiteralLike | ts.TemplateExpression | ts.RegularExpressionLiteral;

function isLiteral(node: ts.Node): node is Literal {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node);
}

function calledName({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** Returns the literal parts of a regular expression, split at alternatives and metacharacters. */
function patternParts(pattern: string): string[] {
  return pattern
    .replaceAll(/\(\?[!<=]+[^)]*\)|\[(?:\\.|[^\]])*\][+*?]?|\\[dwsbDWSB][+*?]?|\{\d[\d,]*\}/g, '\0')
    .replaceAll(/(?:\\.|[^\\\0()|])[?*]/g, '\0')
    .replaceAll(/(?<!\\)(?:[.^$|()+]|\?:)/g, '\0')
    .replaceAll(/\\(.)/g, '$1')
    .split('\0');
}

function partsOf(literal: Literal): string[] {
  if (ts.isRegularExpressionLiteral(literal))
    return patternParts(literal.text.replace(/^\//, '').replace(/\/\w*$/, ''));
  if (ts.isStringLiteralLike(literal)) return [literal.text];
  return [literal.head.text, ...literal.templateSpans.map((span) => span.literal.text)];
}

/** Returns the expressions of a call whose value the page has to show. */
function expectedArguments(call: ts.CallExpression, helpers: Parameters): ts.Expression[] {
  const name = calledName(call);
  if (comparisons.test(name)) return reads.test(call.expression.getText()) ? [...call.arguments] : [];
  const positions = ts.isIdentifier(call.expression) ? (helpers.get(name) ?? []) : [];
  const own = [...positions].flatMap((index) => call.arguments[index] ?? []);
  if (finders.test(name)) return call.arguments.slice(0, 1);
  if (name !== 'getByRole' && name !== 'filter' && name !== 'locator') return own;
  const options = call.arguments[name === 'filter' ? 0 : 1];
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return own;
  return options.properties.flatMap((property) => {
    if (property.name === undefined || !/^(name|hasText)$/.test(property.name.getText())) return [];
    if (ts.isPropertyAssignment(property)) return [property.initializer];
    return ts.isShorthandPropertyAssignment(property) ? [property.name] : [];
  });
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/**
 * Returns a parameter that a function of the tests passes on as an expected text: the function's name and the parameter's
 * position.
 */
function parameterOf(identifier: ts.Identifier): [name: string, index: number] | undefined {
  for (let node: ts.Node = identifier; !ts.isSourceFile(node); node = node.parent) {
    if (!ts.isFunctionLike(node)) continue;
    const index = node.parameters.findIndex(({ name }) => name.getText() === identifier.text);
    if (index === -1) continue;
    const named = ts.isVariableDeclaration(node.parent) ? node.parent.name : node.name;
    return named === undefined ? undefined : [named.getText(), index];
  }
  return undefined;
}

/** Returns functions of the tests with parameters for expected texts, with their positions. */
function helpersOf(sources: readonly ts.SourceFile[]): Parameters {
  const helpers: Parameters = new Map();
  const pass = (): number => {
    for (const source of sources)
      visit(source, (node) => {
        if (!ts.isCallExpression(node)) return;
        for (const argument of expectedArguments(node, helpers)) {
          const found = ts.isIdentifier(argument) ? parameterOf(argument) : undefined;
          if (found !== undefined) helpers.set(found[0], (helpers.get(found[0]) ?? new Set()).add(found[1]));
        }
      });
    return [...helpers.values()].reduce((sum, positions) => sum + positions.size, 0);
  };
  let known = -1;
  for (let count = pass(); count !== known; count = pass()) known = count;
  return helpers;
}

/**
 * Returns the literals that an expected expression can have: itself, those of a conditional or a list, or those of a
 * constant of its file.
 */
function literalsOf(expression: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): Literal[] {
  if (isLiteral(expression)) return [expression];
  if (ts.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap((branch) => literalsOf(branch, constants));
  if (ts.isArrayLiteralExpression(expression))
    return expression.elements.flatMap((element) => literalsOf(element, constants));
  const constant = ts.isIdentifier(expression) ? constants.get(expression.text) : undefined;
  return constant !== undefined && isLiteral(constant) ? [constant] : [];
}

/** Returns the texts that browser tests expect, and their test data, from pairs of path and code. */
export function testTexts(files: readonly (readonly [file: string, code: string])[]): TestTexts {
  const sources = files.map(([file, code]) => ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  const helpers = helpersOf(sources);
  const expected: ExpectedText[] = [];
  const data: string[] = [];
  for (const source of sources) {
    const constants = new Map<string, ts.Expression>();
    const used = new Set<ts.Node>();
    visit(source, (node) => {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
        constants.set(node.name.text, node.initializer);
    });
    visit(source, (node) => {
      if (!ts.isCallExpression(node)) return;
      for (const literal of expectedArguments(node, helpers).flatMap((found) =>
        literalsOf(found, constants),
      )) {
        used.add(literal);
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        const parts = partsOf(literal);
        expected.push({ file: source.fileName, line: line + 1, source: literal.getText(), parts });
      }
    });
    visit(source, (node) => {
      if (!isLiteral(node) || used.has(node)) return;
      const isTitle =
        ts.isCallExpression(node.parent) && /^(it|describe|test|locator)$/.test(calledName(node.parent));
      if (!isTitle) data.push(...partsOf(node));
    });
  }
  return { expected, data };
}

/** Words with digits or signs of an address: addresses, hashes, links, and numbers with their unit. */
const identifiers = /[^\s()]*(?:[\d@]|:\/\/)[^\s()]*/g;

/** Converts to lower case, straight quotation marks, and single spaces, as Playwright compares texts. */
function normalized(text: string): string {
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Returns the words of a text, without spaces and punctuation around them. */
function trimmed(text: string): string {
  return normalized(text).replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/**
 * Returns a function that tests whether the application can show a text, given all texts that it can show, with
 * placeholders in braces. The text, or each of its phrases between punctuation, has to be part of one of them, with
 * numbers or other complete texts for placeholders: labels and lines of a page combine several.
 */
export function createTextMatcher(texts: Iterable<string>): (text: string) => boolean {
  const templates = [...new Set([...texts].map(normalized))].map((text) => text.split(/(?:\{[^}]*\})+/));
  const fixed = templates.filter((parts) => parts.length === 1).map(([part = '']) => part);
  const everything = `\n${fixed.join('\n')}\n`;
  const values = new Set(fixed.map(trimmed));
  const open = templates.filter((parts) => parts.length > 1 && /\p{L}/u.test(parts.join('')));
  const isValue = (text: string): boolean => {
    const value = trimmed(text.replaceAll(identifiers, ' '));
    const names = value.split(' ');
    if (names.length === 2 && names.every((name) => values.has(name))) return true;
    return !/\p{L}{3}/u.test(value) || values.has(value) || values.has(value.replace(/s$/, ''));
  };
  /**
   * Tests whether the rest of a text can be a value, the fixed parts of a template from `next` on, and values between
   * them.
   */
  const continues = (rest: string, parts: readonly string[], next: number): boolean => {
    if (rest === '' || isValue(rest)) return true;
    const part = parts[next];
    if (part === undefined || part === '') return false;
    for (let at = rest.indexOf(part); at !== -1; at = rest.indexOf(part, at + 1))
      if (isValue(rest.slice(0, at)) && continues(rest.slice(at + part.length), parts, next + 1)) return true;
    for (let at = 0; at < rest.length - 2; at++)
      if (part.startsWith(rest.slice(at)) && isValue(rest.slice(0, at))) return true;
    return false;
  };
  const fits = (text: string, parts: readonly string[]): boolean =>
    parts.some((part, index) => {
      if (part.includes(text)) return true;
      for (let length = Math.min(part.length, text.length); length > 2; length--)
        if (part.endsWith(text.slice(0, length)) && !/^\p{L}\p{L}/u.test(text.slice(length - 1)))
          return continues(text.slice(length), parts, index + 1);
      return index > 0 && part.trim() !== '' && continues(text, parts, index);
    });
  const isPart = (phrase: string): boolean => {
    const text = trimmed(phrase);
    return isValue(text) || everything.includes(text) || open.some((parts) => fits(text, parts));
  };
  return (text) =>
    isPart(text) ||
    normalized(text)
      .split(/[^\p{L}\p{N}\s'’-]+(?:\s|$)|\s[^\p{L}\p{N}\s]+|\n/u)
      .every(isPart);
}
