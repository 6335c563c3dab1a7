import { encodeAddress, networks, addressKeyOfScript, toDisplayHash } from '@hopscope/chain';
import type { BitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from './chain-builder.ts';

const chain = createChain({ seed: 77, network: 'mainnet', maxTxs: 12 });
chain.extend(30);
const top = chain.blocks.at(-1);
if (!top) throw new Error('No block');
const spender = top.block.transactions.at(-1);
const firstAddress = chain.blocks
  .flatMap(({ block }) => block.transactions.flatMap((tx) => tx.outputs))
  .map(({ script }) => addressKeyOfScript(script, nativeHashing))
  .find((key) => key?.[0] === 0x10);

/** Names of parts of the chain from `appendSmallChain`: 31 blocks on the real block 0. */
export const small = {
  tip: top.height,
  tipHash: toDisplayHash(top.block.hash),
  txid: toDisplayHash(spender?.txid ?? new Uint8Array(32)),
  /** A bech32 address with history. */
  address: encodeAddress(firstAddress ?? new Uint8Array(0), networks.mainnet),
};

/** Fills an empty ledger with a complete small chain in mainnet format. */
export function appendSmallChain(ledger: BitcoinLedger): Promise<void> {
  return ledger.append(chain.network, chain.blocks);
}
