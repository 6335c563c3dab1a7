import {
  addressKeyOfScript,
  type Block,
  decodeBlock,
  encodeAddress,
  networks,
  verifyBlock,
} from '@hopscope/chain';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { countTransaction, type DecodeLibrary, type Tally } from './decode-library.ts';

const hashing = nativeHashing;
const network = networks.mainnet;

function decode(raw: Uint8Array, tally: Tally): Block {
  const block = decodeBlock(raw, { hashing });
  for (const tx of block.transactions) countTransaction(tally, tx.txid);
  return block;
}

function makeKeys(block: Block, tally: Tally): void {
  for (const { outputs } of block.transactions) {
    for (const { script } of outputs) if (addressKeyOfScript(script, hashing)) tally.addresses++;
  }
}

function makeTexts(block: Block, tally: Tally): void {
  for (const { outputs } of block.transactions) {
    for (const { script } of outputs) {
      const key = addressKeyOfScript(script, hashing);
      if (key && encodeAddress(key, network) !== '') tally.addresses++;
    }
  }
}

/** Hopscope's own decoder, hashing as the server does. Every pass computes txid and wtxid. */
export const hopscope: DecodeLibrary = {
  version: 'this commit',
  hashing: 'OpenSSL (node:crypto); own code for second rounds',
  variants: {
    txids: (raw, tally) => void decode(raw, tally),
    keys: (raw, tally) => makeKeys(decode(raw, tally), tally),
    texts: (raw, tally) => makeTexts(decode(raw, tally), tally),
    verified(raw, tally) {
      const block = decode(raw, tally);
      makeTexts(block, tally);
      verifyBlock(block, network, { hashing });
    },
  },
};
