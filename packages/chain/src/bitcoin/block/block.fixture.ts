import { nobleHashing, sha256d } from '../../hashing.ts';
import { type Block, type BlockHeader, decodeBlock, encodeBlock, encodeHeader } from './block.ts';
import { merkleRoot } from './merkle.ts';
import type { BitcoinNetwork } from '../networks.ts';
import { bitsOfTarget, targetOfBits } from './pow.ts';
import type { Transaction } from '../codec/transaction.ts';
import { makeTransaction, type TransactionParts } from '../codec/transaction.fixture.ts';
import { toDisplayHash } from '../../bytes.ts';

/** A coinbase that claims height 17 in its script; parts replace the usual fields. */
export function makeCoinbase(parts: TransactionParts = {}): Transaction {
  return makeTransaction({
    inputs: [{ prevTxid: new Uint8Array(32), prevVout: 0xffffffff, script: Uint8Array.of(1, 17, 0) }],
    outputs: [{ value: 5_000_000_000n, script: Uint8Array.of(0x51) }],
    ...parts,
  });
}

/** A coinbase that commits to the witnesses of the others (BIP141), with a nonce of zeros. */
export function makeCommittingCoinbase(others: readonly Transaction[]): Transaction {
  const leaves = [new Uint8Array(32), ...others.map(({ wtxid }) => wtxid)];
  const commitment = sha256d(nobleHashing, Uint8Array.of(...merkleRoot(leaves).root, ...new Uint8Array(32)));
  return makeCoinbase({
    inputs: [
      {
        prevTxid: new Uint8Array(32),
        prevVout: 0xffffffff,
        script: Uint8Array.of(1, 17, 0),
        witness: [new Uint8Array(32)],
      },
    ],
    outputs: [{ value: 0n, script: Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed, ...commitment) }],
  });
}

/** A block of these transactions with the right merkle root and, on an easy network, proof of work. */
export function mineBlock(
  transactions: readonly Transaction[],
  network: BitcoinNetwork,
  header: Partial<BlockHeader> = {},
): Block {
  const draft: BlockHeader = {
    version: 4,
    prevHash: new Uint8Array(32),
    merkleRoot: merkleRoot(transactions.map(({ txid }) => txid)).root,
    time: 1_700_000_000,
    bits: bitsOfTarget(network.powLimit),
    nonce: 0,
    ...header,
  };
  const target = targetOfBits(draft.bits);
  for (let nonce = 0; ; nonce++) {
    const mined = { ...draft, nonce };
    const hash = sha256d(nobleHashing, encodeHeader(mined));
    if (BigInt(`0x${toDisplayHash(hash)}`) > target) continue;
    const sizes = { hash, size: 0, strippedSize: 0, weight: 0, trailing: 0 };
    return decodeBlock(encodeBlock({ ...sizes, header: mined, transactions }));
  }
}
