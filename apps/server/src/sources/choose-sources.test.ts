import { expect, test } from 'vitest';
import { chooseSources } from './choose-sources.ts';

test.each([
  // nothing set
  { set: [undefined, undefined], ledgers: [undefined, undefined], runs: ['demo', 'demo'] },
  { set: [undefined, undefined], ledgers: ['demo', 'demo'], runs: ['demo', 'demo'] },
  { set: [undefined, undefined], ledgers: ['demo', undefined], runs: ['demo', 'demo'] },
  { set: [undefined, undefined], ledgers: ['mainnet', undefined], runs: ['off', 'off'] },
  { set: [undefined, undefined], ledgers: [undefined, 'mainnet'], runs: ['off', 'off'] },
  { set: [undefined, undefined], ledgers: ['demo', 'sepolia'], runs: ['off', 'off'] },
  // one set
  { set: ['off', undefined], ledgers: [undefined, undefined], runs: ['off', 'off'] },
  { set: ['off', undefined], ledgers: ['demo', 'demo'], runs: ['off', 'off'] },
  { set: ['demo', undefined], ledgers: [undefined, undefined], runs: ['demo', 'demo'] },
  { set: ['demo', undefined], ledgers: [undefined, 'mainnet'], runs: ['demo', 'off'] },
  { set: [undefined, 'off'], ledgers: [undefined, undefined], runs: ['demo', 'off'] },
  { set: [undefined, 'rpc'], ledgers: [undefined, undefined], runs: ['off', 'rpc'] },
  { set: [undefined, 'etherscan'], ledgers: [undefined, undefined], runs: ['off', 'etherscan'] },
  { set: [undefined, 'demo'], ledgers: [undefined, undefined], runs: ['demo', 'demo'] },
  { set: ['core', undefined], ledgers: [undefined, undefined], runs: ['core', 'off'] },
  { set: ['core', undefined], ledgers: ['demo', 'demo'], runs: ['core', 'off'] },
  // both set
  { set: ['core', 'rpc'], ledgers: [undefined, undefined], runs: ['core', 'rpc'] },
  { set: ['off', 'rpc'], ledgers: ['mainnet', undefined], runs: ['off', 'rpc'] },
  { set: ['off', 'off'], ledgers: [undefined, undefined], runs: ['off', 'off'] },
] as const)('set $set, ledgers of $ledgers: $runs', ({ set, ledgers, runs }) => {
  const config = { bitcoin: { source: set[0] }, ethereum: { source: set[1] } };
  expect(chooseSources(config, { bitcoin: ledgers[0], ethereum: ledgers[1] })).toEqual({
    bitcoin: runs[0],
    ethereum: runs[1],
  });
});
