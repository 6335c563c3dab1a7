import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The only file that may compare a score with numbers. */
const scales = 'packages/domain/src/risk-levels.ts';

const aboutScores = /score|risk|severit|average|overall/i;
const comparing = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
const sqlNumber = '(?:[1-9]\\d?|100)\\b(?!\\.\\d)';
const sqlName = '(?:\\w+\\.)?\\w*(?:score|risk|severity)\\w*';
const inSql = [
  new RegExp(`\\b${sqlName}\\s*(?:<=|>=|<|>)\\s*${sqlNumber}`, 'i'),
  new RegExp(`\\b${sqlNumber}\\s*(?:<=|>=|<|>)\\s*${sqlName}`, 'i'),
  // A range from 0 to 100 defines a score; it doesn't classify it.
  new RegExp(`\\b${sqlName}\\s+(?:not\\s+)?between\\s+(?!0 and 100\\b)\\d`, 'i'),
];

/**
 * Finds comparisons of a score with a number from 1 to 100 in a text: in code, with a constant, or in SQL. Returns `<line>:
 * <what>`.
 */
function comparisonsOf(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const constants = new Set<string>();
  const report = (node: ts.Node): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${line + 1}: ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)}`);
  };
  const isNumber = (node: ts.Expression): boolean =>
    ts.isNumericLiteral(node)
      ? Number(node.text) >= 1 && Number(node.text) <= 100
      : ts.isIdentifier(node) && constants.has(node.text);
  const gather = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name)) {
      if (isNumber(node.initializer) && node.parent.flags & ts.NodeFlags.Const) constants.add(node.name.text);
    }
    ts.forEachChild(node, gather);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && comparing.has(node.operatorToken.kind)) {
      const { left, right } = node;
      const about = isNumber(right) ? left : isNumber(left) ? right : undefined;
      if (about && aboutScores.test(about.getText()) && !about.getText().endsWith('.length')) report(node);
    }
    const written =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node);
    if (written && inSql.some((pattern) => pattern.test(node.text))) report(node);
    ts.forEachChild(node, visit);
  };
  gather(source);
  visit(source);
  return found;
}

describe('Scales of scores', () => {
  it.each([
    ['a number', 'const level = (riskScore: number) => (riskScore >= 70 ? "high" : "low");'],
    ['a number on the left', 'const grave = (row: { score: number }) => 40 < row.score;'],
    ['a constant', 'const critical = 80;\nconst grave = (score: number) => score >= critical;'],
    ['SQL', 'const high = `select 1 from t where c.risk_score > 70`;'],
    [
      'SQL with a case',
      'const band = sql`case when risk_score <= ${x} then 1 when risk_score > 40 then 2 end`;',
    ],
    ['SQL with a range', "const medium = 'risk_score between 41 and 70';"],
  ])('a comparison with %s is found', (_, text) => {
    expect(comparisonsOf('planted.ts', text)).toHaveLength(1);
  });

  it.each([
    ['nothing', 'const some = (score: number) => score > 0;'],
    [
      'a threshold of the organization',
      'const over = (score: number, threshold: number) => score >= threshold;',
    ],
    ['how many there are', 'const many = (riskFactors: string[]) => riskFactors.length > 20;'],
    ['what a score can be', "const column = 'risk_score int2 check (risk_score between 0 and 100)';"],
  ])('a comparison with %s is none', (_, text) => {
    expect(comparisonsOf('fine.ts', text)).toEqual([]);
  });

  it('are in one file', () => {
    const files = globSync('{apps/*/src,packages/*/src,bench,tools}/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !/\.(test|fixture)\.tsx?$/.test(file) && file !== scales,
    );
    expect(files.length).toBeGreaterThan(1000);
    const found = files.flatMap((file) => {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      return aboutScores.test(text) ? comparisonsOf(file, text).map((each) => `${file}:${each}`) : [];
    });
    expect(found).toEqual([]);
  });
});
