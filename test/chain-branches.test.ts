import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { blockchains } from '@hopscope/domain';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Files that may compare with a chain, each with its reason. All others use a property in `chains` of `@hopscope/domain`, or a
 * map of implementations over all chains, so that the compiler reports every place to extend for a new chain.
 */
const allowed: Readonly<Record<string, string>> = {
  'apps/server/src/commands/import.ts': 'narrows the arguments of a command',
  'apps/server/src/contexts/explorer/addresses/address-activity.service.ts': 'narrows an answer',
  'apps/server/src/contexts/explorer/blocks/block-filter.service.ts': 'narrows a block',
  'apps/server/src/contexts/tracing/evidence/evidence.service.ts':
    'numbers of internal transfers of Ethereum',
  'apps/server/src/evaluation/demo-facts.ts': 'evaluates the Bitcoin side of the demo network',
  'apps/server/src/ledger/shared/events.ts': 'narrows an event',
  'apps/server/src/sources/demo/demo-source.ts': 'the mempool of the demo network, which only Bitcoin has',
  'apps/web/src/app/shell/changes-with-blocks.ts': 'narrows a transaction',
  'apps/web/src/features/explorer/components/address/AddressList.tsx': 'narrows a summary',
  'apps/web/src/features/explorer/components/address/balances.tsx': 'narrows an answer',
  'apps/web/src/features/risk/api/use-history-rows.ts': 'narrows an answer',
  'apps/web/src/features/risk/components/DashboardHeader.tsx': 'narrows a summary',
  'packages/canvas/src/bundle/check-bitcoin.ts': 'checks the Bitcoin part of a bundle',
  'packages/demo/src/simulation.ts': 'narrows an event',
};

function isChain(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && blockchains.some((chain) => chain === node.text);
}

const comparing = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** Finds comparisons with a chain, and cases for one, in a text. Returns `<line>: <what>`. */
function branchesOf(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const compares =
      ts.isBinaryExpression(node) &&
      comparing.has(node.operatorToken.kind) &&
      (isChain(node.left) || isChain(node.right));
    if (compares || (ts.isCaseClause(node) && isChain(node.expression))) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${line + 1}: ${node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('Comparisons with a chain', () => {
  it.each([
    ['an equality', "const name = chain === 'bitcoin' ? 'Bitcoin' : 'Ethereum';"],
    ['an inequality', "if (blockchain !== 'ethereum') refuse();"],
    ['the chain on the left', "const isBitcoin = 'bitcoin' === row.chain;"],
    ['a case', "switch (chain) { case 'ethereum': return read(); }"],
  ])('are found as %s', (_, text) => {
    expect(branchesOf('planted.ts', text)).toHaveLength(1);
  });

  it.each([
    ['a map over all chains', 'const readers = { bitcoin: read, ethereum: readEthereum };'],
    ['a property', "const coin = chains[chain].hasTokens ? 'ether' : chains.bitcoin.coin;"],
    ['SQL', "const monitored = `m.chain = 'bitcoin' and m.is_active`;"],
  ])('are not %s', (_, text) => {
    expect(branchesOf('fine.ts', text)).toEqual([]);
  });

  it('are only where they narrow a type, or where the code is of one chain', () => {
    const files = globSync('{apps/*/src,packages/*/src}/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !/\.(test|fixture)\.tsx?$/.test(file),
    );
    expect(files.length).toBeGreaterThan(1000);
    const found = new Map<string, string[]>();
    for (const file of files) {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      const branches = /'(bitcoin|ethereum)'/.test(text) ? branchesOf(file, text) : [];
      if (branches.length > 0) found.set(file, branches);
    }
    const others = [...found].filter(([file]) => allowed[file] === undefined);
    expect(others).toEqual([]);
    expect(Object.keys(allowed).filter((file) => !found.has(file))).toEqual([]);
  });
});
