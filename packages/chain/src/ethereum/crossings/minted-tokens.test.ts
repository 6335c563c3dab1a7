import { expect, test } from 'vitest';
import { toDisplayHash } from '../../bytes.ts';
import { nobleHashing } from '../../hashing.ts';
import type { Movement } from '../tokens/movements.ts';
import { bitcoinChain } from './other-chains.ts';
import { paidMovement } from './paid-movement.ts';
import { bitcoinSide, type PaidOutput, proofOfCrossing } from './proof-of-crossing.ts';
import { type Crossing, isAnnounced } from './reading.ts';
import { depositKeyOf } from './tbtc.ts';

const [ada, bob, token, other] = [1, 2, 3, 4].map((byte) => new Uint8Array(20).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const txid = Uint8Array.from({ length: 32 }, (_, i) => i);
const outputs = [10n, 20n, 20n].map(
  (value): PaidOutput => ({ type: 'p2wsh', key: undefined, value, script: undefined }),
);
const mint: Crossing = {
  direction: 'in',
  claimed: false,
  protocol: 'tBTC',
  contract: new Uint8Array(20),
  logIndex: 0,
  chain: bitcoinChain,
  account: null,
  recipient: ada,
  transaction: null,
  deposit: depositKeyOf(txid, 1),
  redemption: null,
  payment: null,
  asset: token,
  amount: null,
};
const reveal: Crossing = {
  ...mint,
  transaction: toDisplayHash(txid),
  payment: { output: 1, address: null, value: 20n },
  amount: 20n,
};
const tx = {
  to: ada,
  signer: () => {
    throw new Error('Its signature says nothing');
  },
};

test('a mint is for the one output of one transaction whose key it names', () => {
  const proof = (crossing: Crossing, id = txid, paid = outputs) =>
    proofOfCrossing(crossing, tx, bitcoinSide(id, paid), nobleHashing);
  expect(proof(mint)).toEqual({ proof: 'exact', output: 1 });
  expect(proof(reveal)).toEqual({ proof: 'exact', output: 1 });
  const wrong = [
    // Of another transaction, of an output that isn't there, of no deposit, and with its bytes the other way round.
    proof(mint, txid.toReversed()),
    proof(mint, txid, outputs.slice(0, 1)),
    proof({ ...mint, deposit: depositKeyOf(txid, 3) }),
    proof({ ...mint, deposit: null }),
    proof({ ...mint, deposit: toDisplayHash(txid) }),
    proof({ ...mint, deposit: depositKeyOf(txid.toReversed(), 1) }),
    proof(reveal, txid.toReversed()),
  ];
  expect(wrong.filter((each) => each !== undefined)).toEqual([]);
});

test('what a mint paid is the only movement that creates its tokens for the recipient', () => {
  const moved = (
    from: Uint8Array | null,
    to: Uint8Array | null,
    of: Uint8Array | null = token,
  ): Movement => ({
    kind: of ? 'token' : 'transfer',
    failed: false,
    path: null,
    logIndex: null,
    spam: null,
    from,
    to,
    token: of,
    standard: of && 'erc20',
    tokenId: null,
    amount: 20n,
    attempted: 20n,
  });
  const own = moved(null, ada);
  expect(paidMovement([moved(null, bob), own, moved(bob, ada)], mint)).toBe(1);
  expect(paidMovement([moved(bob, ada), moved(null, bob), moved(null, ada, other)], mint)).toBeUndefined();
  expect(paidMovement([moved(null, ada, null), moved(ada, null)], mint)).toBeUndefined();
  // Two deposits of one person: which is whose isn't known.
  expect(paidMovement([own, own], mint)).toBeUndefined();
  expect(paidMovement([own], { ...mint, recipient: null })).toBeUndefined();
  expect(paidMovement([own], { ...mint, asset: null })).toBeUndefined();
  expect(paidMovement([own], { ...mint, asset: 'ether' })).toBeUndefined();
  // A revealed deposit pays nothing, whatever its transaction moves.
  expect([isAnnounced(mint), isAnnounced(reveal)]).toEqual([false, true]);
  expect(paidMovement([own, moved(bob, ada)], reveal)).toBeUndefined();
  // Crossings of other bridges without an amount stay unknown.
  expect(paidMovement([own], { ...mint, deposit: null })).toBeUndefined();
});
