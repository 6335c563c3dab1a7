import * as fc from 'fast-check';
import { keccak256 as viemKeccak, serializeTransaction, type TransactionSerializable } from 'viem';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { toHex } from '../../bytes.ts';
import { encodeEthereumTransaction } from './encode.ts';
import { keccak256 } from '../hash/keccak.ts';
import type { EthereumTransaction } from '../model.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const wei = fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 2n ** 200n }));
const accessList = fc.array(
  fc.record({ address: bytes(20), storageKeys: fc.array(bytes(32), { maxLength: 3 }) }),
  { maxLength: 3 },
);

/** A transaction of any type; the fields of other types are what decoding leaves there. */
const transaction: fc.Arbitrary<EthereumTransaction> = fc
  .record({
    type: fc.constantFrom(0, 1, 2, 3, 4),
    from: bytes(20),
    to: bytes(20),
    creates: fc.boolean(),
    protects: fc.boolean(),
    parity: fc.constantFrom(0n, 1n),
    nonce: fc.bigInt({ min: 0n, max: 2n ** 50n }),
    value: wei,
    gasLimit: wei,
    price: wei,
    tip: wei,
    chain: fc.bigInt({ min: 1n, max: 2n ** 40n }),
    input: fc.uint8Array({ maxLength: 200 }),
    accessList,
    blobHash: bytes(31),
    r: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
    s: fc.bigInt({ min: 1n, max: 2n ** 255n }),
  })
  .map((parts): EthereumTransaction => {
    const { type, parity, price, tip, chain } = parts;
    const legacy = type === 0;
    return {
      hash: new Uint8Array(32),
      type,
      index: 0,
      from: parts.from,
      to: parts.creates && type < 3 ? null : parts.to,
      nonce: parts.nonce,
      value: parts.value,
      gasLimit: parts.gasLimit,
      input: parts.input,
      gasPrice: type < 2 ? price : null,
      maxFeePerGas: type < 2 ? null : price + tip,
      maxPriorityFeePerGas: type < 2 ? null : tip,
      chainId: legacy && !parts.protects ? null : chain,
      accessList: legacy ? [] : parts.accessList,
      maxFeePerBlobGas: type === 3 ? price : null,
      blobHashes: type === 3 ? [Uint8Array.of(1, ...parts.blobHash)] : [],
      authorizations:
        type === 4
          ? [{ chainId: chain, address: parts.to, nonce: 7n, yParity: parity, r: parts.r, s: parts.s }]
          : [],
      v: !legacy ? parity : parts.protects ? 35n + 2n * chain + parity : 27n + parity,
      r: parts.r,
      s: parts.s,
    };
  });

const hex = (value: Uint8Array) => `0x${toHex(value)}` as const;
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const;

/** The same transaction in the words of an independent library. */
function inViem(tx: EthereumTransaction): TransactionSerializable {
  const common = {
    nonce: Number(tx.nonce),
    gas: tx.gasLimit,
    value: tx.value,
    data: hex(tx.input),
    ...(tx.to ? { to: hex(tx.to) } : {}),
  };
  const chainId = Number(tx.chainId ?? 0n);
  const list = tx.accessList.map(({ address, storageKeys }) => ({
    address: hex(address),
    storageKeys: storageKeys.map(hex),
  }));
  const fees = { maxFeePerGas: tx.maxFeePerGas ?? 0n, maxPriorityFeePerGas: tx.maxPriorityFeePerGas ?? 0n };
  switch (tx.type) {
    case 0:
      return { ...common, type: 'legacy', gasPrice: tx.gasPrice ?? 0n };
    case 1:
      return { ...common, type: 'eip2930', chainId, accessList: list, gasPrice: tx.gasPrice ?? 0n };
    case 2:
      return { ...common, type: 'eip1559', chainId, accessList: list, ...fees };
    case 3:
      return {
        ...common,
        type: 'eip4844',
        to: hex(tx.to ?? new Uint8Array(20)),
        chainId,
        accessList: list,
        ...fees,
        maxFeePerBlobGas: tx.maxFeePerBlobGas ?? 0n,
        blobVersionedHashes: tx.blobHashes.map(hex),
      };
    case 4:
      return {
        ...common,
        type: 'eip7702',
        chainId,
        accessList: list,
        ...fees,
        authorizationList: tx.authorizations.map((entry) => ({
          chainId: Number(entry.chainId),
          address: hex(entry.address),
          nonce: Number(entry.nonce),
          yParity: Number(entry.yParity),
          r: word(entry.r),
          s: word(entry.s),
        })),
      };
  }
}

function viemBytes(tx: EthereumTransaction): string {
  const signature = { r: word(tx.r), s: word(tx.s) };
  return serializeTransaction(
    inViem(tx),
    tx.type === 0 ? { ...signature, v: tx.v } : { ...signature, yParity: Number(tx.v) },
  );
}

describe('transactions', () => {
  it('any type is encoded and hashed as by an independent library', () => {
    fc.assert(
      fc.property(transaction, (tx) => {
        const encoded = encodeEthereumTransaction(tx);
        expect(hex(encoded)).toBe(viemBytes(tx));
        expect(hex(keccak256(encoded))).toBe(viemKeccak(hex(encoded)));
      }),
      propertyRuns(500),
    );
  });
});
