import { addressKeyOfScript, decodeBlock, encodeAddress, networks, toHex } from '@hopscope/chain';
import { address, Block } from 'bitcoinjs-lib';
import { expect, test } from 'vitest';
import { simulateBitcoin } from './simulation.ts';

const start = 1_735_689_600;
const interval = 7200;
const length = 90 * 86_400;

/** Returns the mainnet address of a script by the other library; undefined without an address. */
function theirAddress(script: Uint8Array): string | undefined {
  // It encodes taproot addresses only with an elliptic curve library: here the program alone is encoded.
  if (script.length === 34 && script[0] === 0x51) return address.toBech32(script.subarray(2), 1, 'bc');
  try {
    return address.fromOutputScript(script);
  } catch {
    return undefined;
  }
}

test('an independent library reads every block, hashes it alike, and writes the same addresses', () => {
  const options = { seed: 11, start, length, blockInterval: interval, transactions: 4000 };
  const simulation = simulateBitcoin({ ...options, ethereumTransactions: 0 });
  const kinds = new Set<string>();
  let transactions = 0;
  let compared = 0;
  for (let at = 0; at <= length; at += interval) {
    const { bytes, hash } = simulation.next(start + at);
    const own = decodeBlock(bytes);
    const theirs = Block.fromBuffer(bytes);
    expect(toHex(theirs.getHash())).toBe(toHex(hash));
    expect(theirs.checkProofOfWork()).toBe(true);
    expect(theirs.checkTxRoots()).toBe(true);
    expect(theirs.transactions?.length).toBe(own.transactions.length);
    theirs.transactions?.forEach((tx, i) => {
      const mine = own.transactions[i];
      transactions++;
      expect(toHex(tx.getHash())).toBe(mine && toHex(mine.txid));
      tx.outs.forEach(({ script }, vout) => {
        const key = addressKeyOfScript(mine?.outputs[vout]?.script ?? new Uint8Array());
        const text = theirAddress(script);
        // Payments to a bare key have no address there; here they are counted for the key's P2PKH address.
        if (text === undefined) return;
        kinds.add(text.startsWith('bc1') ? text.slice(0, 4) + text.length : text.slice(0, 1));
        expect(key && encodeAddress(key, networks.demo)).toBe(text);
        compared++;
      });
    });
  }
  expect(transactions).toBeGreaterThan(3000);
  expect(compared).toBeGreaterThan(6000);
  expect([...kinds].toSorted()).toEqual(['1', '3', 'bc1p62', 'bc1q42', 'bc1q62']);
});
