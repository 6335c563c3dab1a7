import { expect, test } from 'vitest';
import { fromHex } from '../../bytes.ts';
import { hash160, nobleHashing } from '../../hashing.ts';
import { accountOfPublicKey } from '../hash/recover-sender.ts';
import { bitcoinChain } from './other-chains.ts';
import { asksForBitcoin, inboundOf, proofOfBitcoinPayout, signersOf } from './payout-on-bitcoin.ts';
import { bridgedAddressKey } from './proof-of-crossing.ts';
import type { Crossing } from './reading.ts';

/** Points of the private keys 1 and 2 (SEC 2, section 2.4.1, and its double), compressed, and their accounts. */
const points = [
  [
    '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    '7e5f4552091a69125d5dfcb7b8c2659029395bdf',
  ],
  [
    '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
    '2b5ad5c4795c026514f8317c7a215e218dccd6cf',
  ],
] as const;
const whole = fromHex(
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
);
const [publicKey, account] = points[0].map(fromHex) as [Uint8Array, Uint8Array];
const recipient = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

test('the account of a public key in both forms; none of bytes that are no point', () => {
  for (const [point, own] of points) expect(accountOfPublicKey(fromHex(point))).toEqual(fromHex(own));
  expect(accountOfPublicKey(whole)).toEqual(account);
  const changed = whole.slice();
  changed[64] = (changed[64] ?? 0) ^ 2;
  const beyond = fromHex(`02${'f'.repeat(64)}`);
  // x = 5 is on no point of the curve.
  const none = fromHex(`02${'5'.padStart(64, '0')}`);
  const hybrid = Uint8Array.of(6, ...whole.subarray(1));
  const others = [changed, beyond, none, hybrid, publicKey.subarray(1), new Uint8Array(), new Uint8Array(33)];
  for (const bytes of others) expect(accountOfPublicKey(bytes)).toBeUndefined();
});

test('signers are known where the spent output names one key by its hash', () => {
  const keyHash = hash160(nobleHashing, publicKey);
  const signature = new Uint8Array(71).fill(1);
  const none = new Uint8Array();
  const spent = (type: 'p2wpkh' | 'p2pkh' | 'p2wsh' | 'p2sh', bytes: Uint8Array) => ({
    type,
    key: Uint8Array.of(0, ...bytes),
  });
  const witness = [signature, publicKey];
  const script = Uint8Array.of(71, ...signature, 33, ...publicKey);
  const signers = (input: Parameters<typeof signersOf>[0][number]) => signersOf([input], nobleHashing);
  expect(signers({ witness, script: none, spent: spent('p2wpkh', keyHash) })).toEqual([account]);
  expect(signers({ witness: [], script, spent: spent('p2pkh', keyHash) })).toEqual([account]);
  // Of scripts, of another key, without a key, and of an unknown output.
  expect(signers({ witness, script: none, spent: spent('p2wsh', keyHash) })).toEqual([]);
  expect(signers({ witness, script: none, spent: spent('p2sh', keyHash) })).toEqual([]);
  expect(signers({ witness, script: none, spent: spent('p2wpkh', new Uint8Array(20)) })).toEqual([]);
  expect(signers({ witness: [], script: none, spent: spent('p2wpkh', keyHash) })).toEqual([]);
  expect(signers({ witness, script: none, spent: undefined })).toEqual([]);
});

const hash = 'ab'.repeat(32);
const crossing: Crossing = {
  direction: 'out',
  claimed: true,
  protocol: 'THORChain',
  contract: new Uint8Array(20),
  logIndex: 0,
  chain: bitcoinChain,
  account: recipient,
  recipient: account,
  transaction: null,
  deposit: null,
  redemption: null,
  payment: null,
  asset: 'ether',
  amount: 1n,
};

function outputsOf(memo: string, pays = recipient) {
  const text = new TextEncoder().encode(memo);
  const push = text.length > 75 ? [0x4c, text.length] : [text.length];
  return [
    { type: 'p2wpkh' as const, key: bridgedAddressKey(pays), value: 5n, script: undefined },
    { type: 'op_return' as const, key: undefined, value: 0n, script: Uint8Array.of(0x6a, ...push, ...text) },
  ];
}

test('a payout agrees where its memo names the deposit, which asks for its recipient; exact where one key did both', () => {
  const outputs = outputsOf(`OUT:${hash.toUpperCase()}`);
  const proof = (one: Crossing, paid = outputs, signers: readonly Uint8Array[] = []) =>
    proofOfBitcoinPayout({ crossing: one, hash }, { outputs: paid, spent: [], signers });
  expect(inboundOf(outputs)).toEqual([hash]);
  expect(proof(crossing)).toEqual({ proof: 'agreed', output: 0 });
  expect(proof(crossing, outputs, [new Uint8Array(20), account])).toEqual({
    proof: 'exact',
    output: 0,
  });
  const elsewhere = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const wrong = [
    proof(crossing, outputsOf(`OUT:${'cd'.repeat(32)}`)),
    proof(crossing, outputsOf(`REFUND:${hash}`)),
    proof(crossing, outputsOf(`=:ETH.ETH:${hash}`)),
    proof(crossing, outputsOf(`OUT:${hash}`, elsewhere)),
    proof({ ...crossing, account: 'not an address' }),
    proof({ ...crossing, account: null }),
    proof({ ...crossing, recipient: null }),
    proof({ ...crossing, claimed: false }),
    proof({ ...crossing, direction: 'in' }),
    proof({ ...crossing, chain: { id: 1, name: 'Ethereum' } }),
  ];
  expect(wrong.filter((each) => each !== undefined)).toEqual([]);
  expect(asksForBitcoin(crossing)).toBe(true);
});
