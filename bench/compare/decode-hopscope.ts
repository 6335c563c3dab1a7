import {
  addressKeyOfScript,
  type Block,
  decodeBlock,
  encodeAddress,
  networks,
  verifyBlock,
} from '@hopscope/chain';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { countTransaction, type DecodeLibrary, type DecodeCounts } from './decode-library.ts';

const hashing = nativeHashing;
const network = networks.mainnet;

function decode(raw: Uint8Array, counts: DecodeCounts): Block {
  const block = decodeBlock(raw, { hashing });
  for (const tx of block.transactions) countTransaction(counts, tx.txid);
  return block;
}

function makeKeys(block: Block, counts: DecodeCounts): void {
  for (const { outputs } of block.transactions) {
    for (const { script } of outputs) if (addressKeyOfScript(script, hashing)) counts.addresses++;
  }
}

function makeTexts(block: Block, counts: DecodeCounts): void {
  for (const { outputs } of block.transactions) {
    for (const { script } of outputs) {
      const key = addressKeyOfScript(script, hashing);
      if (key && encodeAddress(key, network) !== '') counts.addresses++;
    }
  }
}

/** Hopscope's own decoder, with the server's hash functions. Every pass computes txid and wtxid. */
export const hopscope: DecodeLibrary = {
  version: 'this commit',
  hashing: 'OpenSSL (node:crypto); own code for second rounds',
  variants: {
    txids: (raw, counts) => void decode(raw, counts),
    keys: (raw, counts) => makeKeys(decode(raw, counts), counts),
    texts: (raw, counts) => makeTexts(decode(raw, counts), counts),
    verified(raw, counts) {
      const block = decode(raw, counts);
      makeTexts(block, counts);
      verifyBlock(block, network, { hashing });
    },
  },
};
