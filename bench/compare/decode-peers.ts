import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { countTransaction, type DecodeLibrary } from './decode-library.ts';

/** The used parts of the libraries. They compute a txid on demand, and no wtxid. */
interface BcoinBlock {
  txs: { hash(): Uint8Array; outputs: { getAddress(): { toString(network: string): string } | null }[] }[];
}
interface BcoinBlocks {
  fromRaw(raw: Uint8Array): BcoinBlock;
}
interface Bitcoinjs {
  Block: {
    fromBuffer(raw: Uint8Array): {
      transactions?: { getHash(): Uint8Array; outs: { script: Uint8Array }[] }[];
    };
  };
  address: { fromOutputScript(script: Uint8Array): string };
}

const peers = createRequire(new URL('../peers/package.json', import.meta.url));

function versionOf(name: string): string {
  // Read as a file: a package can exclude its package.json from its exports.
  const text = readFileSync(new URL(`../peers/node_modules/${name}/package.json`, import.meta.url), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

function asBuffer(raw: Uint8Array): Buffer {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.length);
}

/** Returns which of bcrypto's implementations bcoin uses for SHA-256. */
function bcoinHashing(): string {
  const used: unknown = peers('bcrypto/lib/sha256');
  if (used === peers('bcrypto/lib/node/sha256')) return 'bcrypto, backend "node" (node:crypto)';
  if (used === peers('bcrypto/lib/js/sha256')) return 'bcrypto, backend "js"';
  return 'bcrypto, backend "native"';
}

export function openBcoin(): DecodeLibrary {
  const blocks: BcoinBlocks = peers('bcoin/lib/primitives/block');
  return {
    version: versionOf('bcoin'),
    hashing: bcoinHashing(),
    variants: {
      txids(raw, counts) {
        for (const tx of blocks.fromRaw(asBuffer(raw)).txs) countTransaction(counts, tx.hash());
      },
      texts(raw, counts) {
        for (const tx of blocks.fromRaw(asBuffer(raw)).txs) {
          countTransaction(counts, tx.hash());
          for (const output of tx.outputs) {
            const address = output.getAddress();
            if (address && address.toString('main') !== '') counts.addresses++;
          }
        }
      },
    },
  };
}

export function openBitcoinjs(): DecodeLibrary {
  const { Block, address }: Bitcoinjs = peers('bitcoinjs-lib');
  return {
    version: versionOf('bitcoinjs-lib'),
    hashing: '@noble/hashes (JavaScript)',
    variants: {
      txids(raw, counts) {
        for (const tx of Block.fromBuffer(asBuffer(raw)).transactions ?? [])
          countTransaction(counts, tx.getHash());
      },
      texts(raw, counts) {
        for (const tx of Block.fromBuffer(asBuffer(raw)).transactions ?? []) {
          countTransaction(counts, tx.getHash());
          for (const { script } of tx.outs) {
            try {
              if (address.fromOutputScript(script) !== '') counts.addresses++;
            } catch {
              // Its error for a script without an address.
            }
          }
        }
      },
    },
  };
}
