import { encodeEthereumTransaction, equalBytes, fromHex, keccak256 } from '@hopscope/chain';
import type { Blockchain, BlockFees } from '@hopscope/contract';
import { chainOf, chainOfBlock, chains } from '@hopscope/domain';
import { badRequest, notCovered } from '../../../lib/app-error.ts';
import type { SqlDatabase } from '../../../db/session.ts';
import { readEthereumTxByHash } from '../../../ledger/ethereum/reader.ts';
import type { DirectoryModule } from '../../directory/records/create-directory.ts';
import type { BitcoinBlockchain } from '../bitcoin/bitcoin.service.ts';
import { createBitcoinParts } from '../bitcoin/bitcoin-parts.service.ts';
import type { ReadsBlockContents } from './block-contents.ts';
import type { EthereumBlockchain } from '../ethereum/ethereum.service.ts';
import { readSnapshot } from '../ethereum/ethereum-snapshot.ts';
import { presentBands, presentSpread } from '../bitcoin/fee-rates.presenter.ts';
import { identifiers, parseBlockId, parseEthereumBlockId, parseTxid } from '../../../lib/identifiers.ts';

/** Throws 400 unless the text has the form of a transaction of a chain with unspent outputs. */
function checkBitcoin(text: string, what: string): void {
  if (chains[chainOf(text)].model === 'utxo') return;
  throw badRequest('invalid_hash', `${what} only for Bitcoin transactions: 64 hexadecimal digits without 0x`);
}

/** Serves further data of single transactions and blocks: raw bytes, proofs. */
export function createTransactionParts(options: {
  db: SqlDatabase;
  bitcoin: BitcoinBlockchain;
  ethereum: EthereumBlockchain;
  contents: ReadsBlockContents;
  pools: DirectoryModule['pools'];
  /** True if the Bitcoin source is a remote provider: it has single transactions instead of blocks. */
  bitcoinByAddress: boolean;
}) {
  const { db, bitcoin, ethereum, contents, pools } = options;
  const parts = createBitcoinParts({ db, bitcoin, contents, byAddress: options.bitcoinByAddress });

  /** Returns the hashed bytes, RLP after the type byte (EIP-2718), only if they have the hash. */
  async function rawEthereum(hash: Uint8Array): Promise<Uint8Array> {
    const stored = await readSnapshot(db, ({ session }) => readEthereumTxByHash(session, hash));
    if (!stored) {
      await ethereum.transaction(hash);
      throw notCovered('The bytes of this transaction are not stored');
    }
    const raw = encodeEthereumTransaction(stored.tx);
    if (!equalBytes(keccak256(raw), hash))
      throw new RangeError('A stored transaction does not have its hash');
    return raw;
  }

  async function bitcoinFees(text: string): Promise<BlockFees> {
    const block = await bitcoin.block(parseBlockId(text));
    const { rates } = await contents.bitcoin(block);
    const pool = await pools.ofCoinbase(fromHex(block.coinbase_param));
    return {
      blockchain: 'bitcoin',
      number: block.number,
      hash: block.hash,
      bands: presentBands(rates, 'bitcoin'),
      rates: presentSpread(rates, 'bitcoin'),
      pool: pool ? { entity_id: pool.entityId, name: pool.name, mark: pool.mark } : null,
    };
  }

  async function ethereumFees(text: string): Promise<BlockFees> {
    const block = await ethereum.block(parseEthereumBlockId(text));
    const { rates } = await contents.ethereum(block);
    return {
      blockchain: 'ethereum',
      number: block.number,
      hash: block.hash,
      bands: presentBands(rates, 'ethereum'),
      rates: presentSpread(rates, 'ethereum'),
      pool: null,
    };
  }

  const raw: Readonly<Record<Blockchain, (hash: Uint8Array) => Promise<Uint8Array>>> = {
    bitcoin: parts.raw,
    ethereum: rawEthereum,
  };
  const fees: Readonly<Record<Blockchain, (text: string) => Promise<BlockFees>>> = {
    bitcoin: bitcoinFees,
    ethereum: ethereumFees,
  };

  return {
    /** Throws 400 for an Ethereum hash: no branch of hashes proves membership in its transaction trie. */
    async proof(text: string) {
      checkBitcoin(text, 'Inclusion proofs are available');
      return parts.proof(parseTxid(text));
    },

    async context(text: string) {
      checkBitcoin(text, 'This is available');
      return parts.context(parseTxid(text));
    },

    /** Returns the exact bytes of a transaction, as text or as a file. */
    async raw(text: string, format: 'binary' | 'hex') {
      const chain = chainOf(text);
      const bytes = await raw[chain](identifiers[chain].transaction(text));
      const filename = `${text.trim().toLowerCase()}.bin`;
      return format === 'hex'
        ? { type: 'text/plain; charset=utf-8', bytes: Buffer.from(Buffer.from(bytes).toString('hex')) }
        : { type: 'application/octet-stream', bytes: Buffer.from(bytes), filename };
    },

    fees: (text: string, { blockchain }: { blockchain: Blockchain }): Promise<BlockFees> =>
      fees[chainOfBlock(text, blockchain)](text),
  };
}
