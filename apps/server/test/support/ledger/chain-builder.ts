import {
  equalBytes,
  fromHex,
  isUnspendable,
  networks,
  subsidyAt,
  toHex,
  type Transaction,
  type TxOutput,
} from '@hopscope/chain';
import { scriptTypes } from '@hopscope/domain';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import type { NetworkName } from '../../../src/ledger/bitcoin/ledger.ts';
import { heightPush, makeTransaction, mineBlock, witnessCommitment } from './mining.ts';
import { createRandom, type Random } from '../survival/random.ts';
import { createWallet, p2pk, randomScript } from './scripts.ts';

/** An unspent output. */
export interface Coin {
  txid: Uint8Array;
  vout: number;
  value: bigint;
}

export interface ChainOptions {
  seed: number;
  /**
   * demo, regtest: heights in coinbases (BIP34) and witnesses; mainnet: blocks as of 2009. Starts with the network's real block 0
   * if there is one.
   */
  network?: 'demo' | 'mainnet' | 'regtest';
  /** Maximum number of transactions per block, excluding the coinbase. */
  maxTxs?: number;
  /** Number of scripts that are paid repeatedly. */
  wallet?: number;
  /** Time of a block in seconds since 1970; by default, blocks are ten minutes apart. */
  time?: (height: number) => number;
}

/** A chain of valid blocks that grows at random; equal seeds give equal blocks. */
export interface TestChain {
  readonly network: NetworkName;
  readonly blocks: readonly BlockAtHeight[];
  readonly coins: readonly Coin[];
  /** Adds random blocks and returns them. */
  extend(count: number): BlockAtHeight[];
  /** Adds one block with these transactions; by default with a usual coinbase. */
  mine(transactions: readonly Transaction[], coinbase?: Transaction): BlockAtHeight;
  /** Creates a transaction that spends coins; the remainder is its fee. */
  spend(coins: readonly Coin[], outputs: readonly TxOutput[]): Transaction;
  /** Returns another chain with the same blocks up to `height` that continues with other random values. */
  fork(height: number, seed: number): TestChain;
}

const nowhere = { prevTxid: new Uint8Array(32), prevVout: 0xffffffff };
const genesisText =
  '04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73';
const genesisKey =
  '04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f';

const geneses = {
  mainnet: { time: 1231006505, bits: 0x1d00ffff, nonce: 2083236893 },
  regtest: { time: 1296688602, bits: 0x207fffff, nonce: 2 },
};

function genesisOf(network: keyof typeof geneses): BlockAtHeight {
  const coinbase = makeTransaction({
    version: 1,
    inputs: [{ ...nowhere, script: fromHex(genesisText) }],
    outputs: [{ value: 5_000_000_000n, script: p2pk(fromHex(genesisKey)) }],
  });
  return { height: 0, block: mineBlock([coinbase], { version: 1, ...geneses[network] }, false) };
}

function addCoins(coins: Coin[], tx: Transaction): void {
  for (const input of tx.inputs) {
    const at = coins.findIndex(
      (coin) => coin.vout === input.prevVout && equalBytes(coin.txid, input.prevTxid),
    );
    if (at >= 0) coins.splice(at, 1);
  }
  tx.outputs.forEach(({ value, script }, vout) => {
    const same = coins.findIndex((coin) => coin.vout === vout && equalBytes(coin.txid, tx.txid));
    if (same >= 0) coins.splice(same, 1);
    if (!isUnspendable(script)) coins.push({ txid: tx.txid, vout, value });
  });
}

function split(random: Random, value: bigint, parts: number): bigint[] {
  let rest = value;
  return Array.from({ length: parts }, (_, i) => {
    const part = i === parts - 1 ? rest : (rest * BigInt(random.below(1000))) / 1000n;
    rest -= part;
    return part;
  });
}

interface State extends Required<ChainOptions> {
  scripts: Uint8Array[];
}

function nameOf(txid: Uint8Array, vout: number): string {
  return `${toHex(txid)}:${vout}`;
}

function chainFrom(state: State, start: readonly BlockAtHeight[], random: Random): TestChain {
  const { network, scripts } = state;
  const modern = network !== 'mainnet';
  const blocks: BlockAtHeight[] = [];
  const coins: Coin[] = [];
  const values = new Map<string, bigint>();

  const place = (placed: BlockAtHeight): BlockAtHeight => {
    blocks.push(placed);
    for (const tx of placed.block.transactions) {
      tx.outputs.forEach(({ value }, vout) => values.set(nameOf(tx.txid, vout), value));
      if (placed.height > 0) addCoins(coins, tx);
    }
    return placed;
  };
  for (const placed of start) place(placed);

  const feeOf = (tx: Transaction): bigint => {
    const paidIn = tx.inputs.reduce(
      (sum, { prevTxid, prevVout }) => sum + (values.get(nameOf(prevTxid, prevVout)) ?? 0n),
      0n,
    );
    return tx.outputs.reduce((sum, { value }) => sum - value, paidIn);
  };

  const payTo = (): Uint8Array => {
    if (random.chance(0.12)) return randomScript(random.pick(scriptTypes), random);
    const busy = random.chance(0.5) ? 4 : scripts.length;
    return scripts[random.below(busy)] ?? randomScript('p2wpkh', random);
  };

  const makeCoinbase = (height: number, others: readonly Transaction[]): Transaction => {
    const fees = others.reduce((sum, tx) => sum + feeOf(tx), 0n);
    const allowed = subsidyAt(height, networks[network]) + fees;
    const claimed = random.chance(0.1) ? (allowed * 9n) / 10n : allowed;
    const outputs: TxOutput[] = split(random, claimed, 1 + random.below(3)).map((value) => ({
      value,
      script: payTo(),
    }));
    const witness = others.some((tx) => tx.segwit);
    if (witness) outputs.push(witnessCommitment(others));
    const script = Uint8Array.of(...(modern ? heightPush(height) : []), 8, ...random.bytes(8));
    const input = { ...nowhere, script, ...(witness ? { witness: [new Uint8Array(32)] } : {}) };
    return makeTransaction({ version: 1, inputs: [input], outputs });
  };

  const randomSpend = (open: Coin[]): Transaction => {
    const inputCount = Math.min(open.length, 1 + random.below(random.chance(0.1) ? 12 : 3));
    const spent = Array.from({ length: inputCount }, () => open.splice(random.below(open.length), 1)).flat();
    const total = spent.reduce((sum, coin) => sum + coin.value, 0n);
    const fee = random.chance(0.3) ? 0n : (total * BigInt(random.below(20))) / 1000n;
    const outputs = split(random, total - fee, 1 + random.below(random.chance(0.1) ? 10 : 3)).map(
      (value) => ({ value, script: payTo() }),
    );
    const withWitness = modern && random.chance(0.6);
    return makeTransaction({
      version: random.pick([1, 2, 2, 3]),
      locktime: random.chance(0.2) ? random.below(2 ** 32) : 0,
      inputs: spent.map((coin) => ({
        prevTxid: coin.txid,
        prevVout: coin.vout,
        script: random.bytes(random.below(40)),
        sequence: random.pick([0xffffffff, 0xfffffffe, 0xfffffffd, random.below(2 ** 32)]),
        witness: withWitness ? [random.bytes(1 + random.below(72)), random.bytes(33)] : [],
      })),
      outputs,
    });
  };

  const chain: TestChain = {
    network,
    blocks,
    coins,
    mine(transactions, coinbase) {
      const height = blocks.length;
      for (const tx of transactions)
        tx.outputs.forEach(({ value }, vout) => values.set(nameOf(tx.txid, vout), value));
      const all = [coinbase ?? makeCoinbase(height, transactions), ...transactions];
      const prevHash = blocks.at(-1)?.block.hash ?? new Uint8Array(32);
      const header = { version: modern ? 4 : 1, prevHash, time: state.time(height) };
      return place({ height, block: mineBlock(all, header, true) });
    },
    extend(count) {
      return Array.from({ length: count }, () => {
        const open = coins.map((coin) => ({ ...coin }));
        const transactions: Transaction[] = [];
        for (let left = random.below(state.maxTxs + 1); left > 0 && open.length > 0; left--) {
          const tx = randomSpend(open);
          transactions.push(tx);
          addCoins(open, tx); // later transactions of the block may spend it
        }
        return chain.mine(transactions);
      });
    },
    spend: (from, outputs) =>
      makeTransaction({
        inputs: from.map((coin) => ({ prevTxid: coin.txid, prevVout: coin.vout })),
        outputs,
      }),
    fork: (height, seed) => chainFrom(state, blocks.slice(0, height + 1), createRandom(seed)),
  };
  if (blocks.length === 0) {
    if (network === 'demo') chain.mine([]);
    else place(genesisOf(network));
  }
  return chain;
}

/** Creates a chain that contains its block 0. */
export function createChain(options: ChainOptions): TestChain {
  const random = createRandom(options.seed);
  const wallet = options.wallet ?? 24;
  const state: State = {
    network: 'demo',
    maxTxs: 8,
    time: (height) => 1_600_000_000 + height * 600,
    ...options,
    wallet,
    scripts: createWallet(random, wallet),
  };
  return chainFrom(state, [], random);
}
