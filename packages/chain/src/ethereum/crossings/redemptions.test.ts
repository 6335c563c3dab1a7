import { concat, encodePacked, keccak256, toHex as viemHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { fromHex, toDisplayHash } from '../../bytes.ts';
import { classifyScript, addressKeyOfScript } from '../../bitcoin/script/script.ts';
import type { Movement } from '../tokens/movements.ts';
import { crossingsOf } from './crossings.ts';
import { bytes, logOf } from './event-log.fixture.ts';
import { givenMovements, paidMovement } from './paid-movement.ts';
import {
  asksForBitcoin,
  type PayingSide,
  proofOfBitcoinPayout,
  type SpentOutput,
} from './payout-on-bitcoin.ts';
import type { Crossing } from './reading.ts';
import { redemptionKeyOf, redemptionKeysOf } from './redemptions.ts';

const bridge = '5e4861a80b55f035d899f66772117f00fa0e8e7b';
const token = fromHex('18084fba666a33d37592fa2633fd49a74dd93a88');
const [wallet, other, payee] = [0x21, 0x22, 0x23].map((byte) => new Uint8Array(20).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const p2wpkh = (hash: Uint8Array): Uint8Array => Uint8Array.of(0, 20, ...hash);
const p2pkh = (hash: Uint8Array): Uint8Array => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac);
const p2sh = (hash: Uint8Array): Uint8Array => Uint8Array.of(0xa9, 20, ...hash, 0x87);
const p2wsh = (hash: Uint8Array): Uint8Array => Uint8Array.of(0, 32, ...hash, ...hash.subarray(8));
/** Pays to a key itself, which has the same address key as a hash of it. */
const point = fromHex('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
const p2pk = Uint8Array.of(33, ...point, 0xac);
const withLength = (script: Uint8Array): Uint8Array => Uint8Array.of(script.length, ...script);
const spent = (script: Uint8Array): SpentOutput => ({
  type: classifyScript(script),
  key: addressKeyOfScript(script),
});
const output = (script: Uint8Array, value: bigint) => ({ ...spent(script), value, script: undefined });

/** Asks for 1,000,000 satoshis, of which 1,000 are the fee of tBTC, and 50,000 may be that of the transaction. */
const asked = { requestedAmount: 1_000_000n, treasuryFee: 1_000n, txMaxFee: 50_000n };

function requestOf(script: Uint8Array, from = bridge): Crossing | undefined {
  const parts = {
    walletPubKeyHash: viemHex(wallet),
    redeemerOutputScript: viemHex(withLength(script)),
    redeemer: viemHex(other),
  };
  return crossingsOf([logOf(from, 'tBTC v2', { ...parts, ...asked })], 1n)[0];
}

function asking(script: Uint8Array): Crossing {
  const crossing = requestOf(script);
  if (!crossing) throw new Error('No crossing');
  return crossing;
}

describe('Redemptions of tBTC', () => {
  it('have the key that an independent encoder packs and hashes', () => {
    for (const script of [p2wpkh(payee), p2pkh(payee), p2sh(payee), p2wsh(payee)]) {
      const hash = keccak256(concat([viemHex(script.length, { size: 1 }), viemHex(script)]));
      const key = keccak256(encodePacked(['bytes32', 'bytes20'], [hash, viemHex(wallet)]));
      expect(`0x${redemptionKeyOf(wallet, withLength(script))}`).toBe(key);
      expect(asking(script)).toMatchObject({
        redemption: { key: key.slice(2), least: 949_000n, most: 999_000n },
      });
      expect(redemptionKeysOf([spent(p2wpkh(wallet))], [output(script, 1n)])).toEqual([key.slice(2)]);
    }
  });

  it('are asked for, and later paid, by the known contract alone', () => {
    const request = asking(p2wpkh(payee));
    expect(request).toMatchObject({ direction: 'out', claimed: false, recipient: null, transaction: null });
    expect(asksForBitcoin(request)).toBe(true);
    const txid = `0f${'ab'.repeat(31)}`;
    const done = { walletPubKeyHash: viemHex(wallet), redemptionTxHash: `0x${'ab'.repeat(31)}0f` };
    const [paid] = crossingsOf([logOf(bridge, 'tBTC v2', done)], 1n);
    expect(paid).toMatchObject({
      direction: 'out',
      redemption: 'paid',
      transaction: txid,
      amount: null,
      asset: null,
    });
    expect(toDisplayHash(bytes(done.redemptionTxHash))).toBe(txid);
    expect(paid && asksForBitcoin(paid)).toBe(false);
    // Contracts that look like it, also the vault of tBTC, and other networks.
    const vault = '9c070027cdc9dc8f82416b2e5314e11dfb4fe3cd';
    for (const from of ['ab'.repeat(20), vault]) {
      expect(requestOf(p2wpkh(payee), from)).toBeUndefined();
      expect(crossingsOf([logOf(from, 'tBTC v2', done)], 1n)).toEqual([]);
    }
    expect(crossingsOf([logOf(bridge, 'tBTC v2', done)], 5n)).toEqual([]);
    // A script without an address can't be compared.
    expect(asking(Uint8Array.of(0x6a, 1, 2)).redemption).toBeNull();
  });

  const [least, most] = [949_000n, 999_000n];
  const script = p2wpkh(payee);
  const from = [spent(p2wpkh(wallet))];
  const change = output(p2wpkh(wallet), 7n);
  const pays = (side: Partial<PayingSide>): PayingSide => ({
    spent: from,
    outputs: [change, output(script, most)],
    signers: [],
    ...side,
  });

  it.each<[string, PayingSide, number | undefined]>([
    ['all that can be paid', pays({}), 1],
    ['the least', pays({ outputs: [output(script, least)] }), 0],
    ['from P2PKH of the same key', pays({ spent: [spent(p2pkh(wallet))] }), 1],
    ['less', pays({ outputs: [output(script, least - 1n)] }), undefined],
    ['more', pays({ outputs: [output(script, most + 1n)] }), undefined],
    ['the whole requested amount', pays({ outputs: [output(script, 1_000_000n)] }), undefined],
    ['another script of the same hash', pays({ outputs: [output(p2pkh(payee), most)] }), undefined],
    ['another address', pays({ outputs: [output(p2wpkh(other), most)] }), undefined],
    ['nobody', pays({ outputs: [] }), undefined],
    ['from another wallet', pays({ spent: [spent(p2wpkh(other))] }), undefined],
    ['from a script with the hash of the wallet', pays({ spent: [spent(p2sh(wallet))] }), undefined],
    ['from another input, too', pays({ spent: [...from, spent(p2wpkh(other))] }), undefined],
    ['from two inputs of the wallet', pays({ spent: [...from, ...from] }), undefined],
    ['from an unknown output', pays({ spent: [undefined] }), undefined],
    ['from none', pays({ spent: [] }), undefined],
    ['the right amount after a wrong one', pays({ outputs: [output(script, 1n), output(script, most)] }), 1],
  ])('are exact where the named wallet pays: %s', (_, side, expected) => {
    const found = proofOfBitcoinPayout({ crossing: asking(script), hash: 'ab'.repeat(32) }, side);
    expect(found).toEqual(expected === undefined ? undefined : { proof: 'exact', output: expected });
  });

  it('are not paid by an output to a key, whose address is that of its hash', () => {
    const key = addressKeyOfScript(p2pk)?.subarray(1) ?? point;
    const crossing = asking(p2pkh(key));
    const proof = (paid: Uint8Array) =>
      proofOfBitcoinPayout({ crossing, hash: '' }, pays({ outputs: [output(paid, most)] }));
    expect(proof(p2pkh(key))).toEqual({ proof: 'exact', output: 0 });
    expect(output(p2pk, most).key).toEqual(output(p2pkh(key), most).key);
    expect(proof(p2pk)).toBeUndefined();
  });

  it('were given by the only movement that destroys as many tokens', () => {
    const crossing = asking(script);
    const moved = (to: Uint8Array | null, amount = 10n ** 16n, of = token): Movement => ({
      kind: 'token',
      failed: false,
      path: null,
      logIndex: null,
      spam: null,
      from: other,
      to,
      token: of,
      standard: 'erc20',
      tokenId: null,
      amount,
      attempted: amount,
    });
    expect(crossing.amount).toBe(10n ** 16n);
    expect(givenMovements([moved(payee), moved(null)], crossing)).toEqual([1]);
    expect(givenMovements([moved(null), moved(null)], crossing)).toEqual([]);
    const wrong = [moved(fromHex(bridge)), moved(null, 10n ** 16n - 1n), moved(null, 10n ** 16n, payee)];
    expect(givenMovements(wrong, crossing)).toEqual([]);
    expect(paidMovement([moved(null)], crossing)).toBeUndefined();
  });
});
