import { encodeTransaction, toHex, type Transaction } from '@hopscope/chain';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { type BitcoinMempool, createBitcoinMempool } from '../../../src/ledger/bitcoin/mempool/mempool.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { type Coin, createChain, type TestChain } from './chain-builder.ts';
import { makeTransaction } from './mining.ts';
import { createRandom } from '../survival/random.ts';
import { randomScript } from './scripts.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

const random = createRandom(901);
export const anybody = (): Uint8Array => randomScript('p2wpkh', random);

/** Creates a transaction that spends one coin and pays everything except a fee to a script. */
export function pay(
  coin: Coin | undefined,
  fee: number,
  script = anybody(),
  sequence = 0xfffffffd,
): Transaction {
  if (!coin) throw new Error('No coin');
  return makeTransaction({
    inputs: [{ prevTxid: coin.txid, prevVout: coin.vout, sequence }],
    outputs: [{ value: coin.value - BigInt(fee), script }],
  });
}

/** Returns the first output of a transaction. */
export const coinOf = (tx: Transaction): Coin => ({
  txid: tx.txid,
  vout: 0,
  value: tx.outputs[0]?.value ?? 0n,
});

/** A chain in a ledger, and its mempool. */
export interface MempoolWorld {
  db: SqlDatabase;
  chain: TestChain;
  ledger: BitcoinLedger;
  mempool: BitcoinMempool;
  clock: { now: number };
  /** Sets the mempool to these transactions; requested ones are delivered. */
  list(...waiting: readonly Transaction[]): ReturnType<BitcoinMempool['sync']>;
  /** Appends blocks of the chain that the ledger lacks. */
  catchUp(): Promise<void>;
}

export async function createWorld(db: SqlDatabase, limit = 1000): Promise<MempoolWorld> {
  const chain = createChain({ seed: 31, maxTxs: 4 });
  chain.extend(8);
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
  await ledger.append('demo', chain.blocks);
  const clock = { now: 1_700_000_000_000 };
  const mempool = createBitcoinMempool({
    db,
    hashing: nativeHashing,
    limit,
    now: () => clock.now,
    listener: createMatching().bitcoin,
  });
  return {
    db,
    chain,
    ledger,
    mempool,
    clock,
    async list(...waiting) {
      const present = waiting.map(({ txid }) => txid);
      const wanted = new Set((await mempool.wanted(present)).map(toHex));
      const arrived = waiting
        .filter(({ txid }) => wanted.has(toHex(txid)))
        .map((tx) => encodeTransaction(tx));
      return mempool.sync({ present, arrived });
    },
    async catchUp() {
      const top = (await ledger.ranges()).at(-1)?.to ?? -1;
      await ledger.append('demo', chain.blocks.slice(top + 1));
    },
  };
}
