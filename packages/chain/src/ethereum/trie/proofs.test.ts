import * as fc from 'fast-check';
import { recoverTransactionAddress, serializeTransaction, type TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toHex } from '../../bytes.ts';
import { ChainError } from '../../errors.ts';
import { decodeRlp } from '../codec/decode-rlp.ts';
import { readSignedTransaction } from '../hash/recover-sender.ts';
import { encodeRlp, type RlpItem } from './rlp.ts';
import { deriveRoot, trieProofs } from './trie.ts';
import { provenValue } from './trie-proof.ts';

const bytes = fc.uint8Array({ maxLength: 80 });
const items: fc.Arbitrary<RlpItem> = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof({ maxDepth: 4 }, bytes, fc.array(tie('item'), { maxLength: 5 })),
})).item;

test('RLP is read as it was written, and in no other form', () => {
  fc.assert(
    fc.property(items, (item) => {
      expect(decodeRlp(encodeRlp(item))).toEqual(item);
    }),
  );
  fc.assert(
    fc.property(bytes, (text) => {
      let item: RlpItem;
      try {
        item = decodeRlp(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ChainError);
        return;
      }
      expect(encodeRlp(item)).toEqual(text);
    }),
  );
});

test('the way to a value of a trie proves it, and no other value, place or root', () => {
  const value = fc.uint8Array({ minLength: 1, maxLength: 60 });
  const list = fc.array(value, { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(list, fc.nat(), fc.nat(), (values, chosen, spoiled) => {
      const place = chosen % values.length;
      const root = deriveRoot(values);
      const nodes = trieProofs(values)(place);
      expect(provenValue(root, place, nodes)).toEqual(values[place]);
      const other = (place + 1) % values.length;
      if (other !== place) {
        const shown = provenValue(root, other, nodes);
        if (shown) expect(shown).toEqual(values[other]);
      }
      const changed = nodes.map((node) => node.slice());
      const node = changed[spoiled % changed.length];
      if (node) node[spoiled % node.length] = (node[spoiled % node.length] ?? 0) ^ 1;
      expect(provenValue(root, place, changed)).toBeUndefined();
      expect(provenValue(root, place, [...nodes, Uint8Array.of(0xc0)])).toBeUndefined();
    }),
    propertyRuns(60),
  );
});

test.each([401, 700, 1500, 5000])(
  'every place of a list of %i is proven, and its root hashed once',
  (length) => {
    const values = Array.from({ length }, (_, i) => Uint8Array.from({ length: 1 + (i % 90) }, () => i % 251));
    const root = deriveRoot(values);
    const proofOf = trieProofs(values);
    let steps = 0;
    for (const [place, value] of values.entries()) {
      const nodes = proofOf(place);
      steps = Math.max(steps, nodes.length);
      expect(provenValue(root, place, nodes)).toEqual(value);
    }
    // What the format of bundles takes.
    expect(steps).toBeLessThanOrEqual(16);
    expect(() => proofOf(length)).toThrow(RangeError);
  },
);

test('senders of transactions of every type are those that an independent library finds', async () => {
  const account = privateKeyToAccount(`0x${'4c'.repeat(32)}`);
  const to = `0x${'ab'.repeat(20)}` as const;
  const plain = { to, value: 12345678901234567890n, nonce: 7, gas: 21000n } as const;
  const fees = { chainId: 1, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n } as const;
  const kinds: TransactionSerializable[] = [
    { ...plain, type: 'legacy', gasPrice: 5n },
    { ...plain, type: 'legacy', gasPrice: 5n, chainId: 1 },
    { ...plain, type: 'eip2930', gasPrice: 5n, chainId: 1, accessList: [{ address: to, storageKeys: [] }] },
    { ...plain, ...fees, type: 'eip1559', data: '0x1234' },
    {
      ...plain,
      ...fees,
      type: 'eip4844',
      maxFeePerBlobGas: 2n,
      blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
    },
    { ...plain, ...fees, type: 'eip7702', authorizationList: [] },
    { ...fees, type: 'eip1559', nonce: 0, gas: 60000n, data: '0x6000' },
  ];
  for (const kind of kinds) {
    const signed = await account.signTransaction(kind);
    const read = readSignedTransaction(fromHex(signed.slice(2)));
    expect(`0x${toHex(read.from)}`).toBe(account.address.toLowerCase());
    const found = await recoverTransactionAddress({ serializedTransaction: signed as never });
    expect(`0x${toHex(read.from)}`).toBe(found.toLowerCase());
    // Uncompressed: 04, x, y (SEC 1, section 2.3.3).
    const uncompressed = fromHex(account.publicKey.slice(2));
    const parity = (uncompressed[64] ?? 0) % 2 === 0 ? '02' : '03';
    expect(toHex(read.publicKey)).toBe(parity + toHex(uncompressed.subarray(1, 33)));
    expect(read.value).toBe(kind.value ?? 0n);
    expect(read.to && `0x${toHex(read.to)}`).toBe(kind.to ?? null);
    expect(BigInt(kind.nonce ?? 0)).toBe(read.nonce);
  }
  expect(() => readSignedTransaction(fromHex(serializeTransaction({ ...plain, ...fees }).slice(2)))).toThrow(
    ChainError,
  );
  fc.assert(
    fc.property(bytes, (text) => {
      try {
        readSignedTransaction(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ChainError);
      }
    }),
  );
});
