import { expect, test } from 'vitest';
import { chooseSources } from './choose-sources.ts';

test.each([
  // nothing set
  { set: [undefined, undefined], held: [undefined, undefined], runs: ['demo', 'demo'] },
  { set: [undefined, undefined], held: ['demo', 'demo'], runs: ['demo', 'demo'] },
  { set: [undefined, undefined], held: ['demo', undefined], runs: ['demo', 'demo'] },
  { set: [undefined, undefined], held: ['mainnet', undefined], runs: ['off', 'off'] },
  { set: [undefined, undefined], held: [undefined, 'mainnet'], runs: ['off', 'off'] },
  { set: [undefined, undefined], held: ['demo', 'sepolia'], runs: ['off', 'off'] },
  // one set
  { set: ['off', undefined], held: [undefined, undefined], runs: ['off', 'off'] },
  { set: ['off', undefined], held: ['demo', 'demo'], runs: ['off', 'off'] },
  { set: ['demo', undefined], held: [undefined, undefined], runs: ['demo', 'demo'] },
  { set: ['demo', undefined], held: [undefined, 'mainnet'], runs: ['demo', 'off'] },
  { set: [undefined, 'off'], held: [undefined, undefined], runs: ['demo', 'off'] },
  { set: [undefined, 'rpc'], held: [undefined, undefined], runs: ['off', 'rpc'] },
  { set: [undefined, 'etherscan'], held: [undefined, undefined], runs: ['off', 'etherscan'] },
  { set: [undefined, 'demo'], held: [undefined, undefined], runs: ['demo', 'demo'] },
  { set: ['core', undefined], held: [undefined, undefined], runs: ['core', 'off'] },
  { set: ['core', undefined], held: ['demo', 'demo'], runs: ['core', 'off'] },
  // both set
  { set: ['core', 'rpc'], held: [undefined, undefined], runs: ['core', 'rpc'] },
  { set: ['off', 'rpc'], held: ['mainnet', undefined], runs: ['off', 'rpc'] },
  { set: ['off', 'off'], held: [undefined, undefined], runs: ['off', 'off'] },
] as const)('set $set, held $held: $runs', ({ set, held, runs }) => {
  const config = { bitcoin: { source: set[0] }, ethereum: { source: set[1] } };
  expect(chooseSources(config, { bitcoin: held[0], ethereum: held[1] })).toEqual({
    bitcoin: runs[0],
    ethereum: runs[1],
  });
});
