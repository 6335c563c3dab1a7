import {
  addressKeyOfScript,
  encodeAddress,
  isCoinbase,
  networks,
  toChecksumAddress,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import type { EthereumBundle } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { modelOf, tokenFacts } from './ethereum-model.ts';

/** A row of an address's history, computed from decoded blocks in the simplest way. */
export interface HistoryModelRow {
  readonly sequence: number;
  readonly height: number;
  readonly time: number;
  /** Equal for rows of the same transaction. */
  readonly position: number;
  readonly txid: string | null;
  readonly direction: 'in' | 'out' | 'self';
  readonly amount: bigint;
  /** In the chain's native coin: 0 for tokens. */
  readonly received: bigint;
  readonly spent: bigint;
  readonly others: ReadonlySet<string>;
  /** `ether` or hex of a contract; undefined for bitcoin. */
  readonly asset: string | undefined;
  readonly spam: boolean;
}

export type HistoryModel = Map<string, HistoryModelRow[]>;

interface Side {
  readonly address: string | undefined;
  readonly value: bigint;
}

function add(model: HistoryModel, address: string, row: Omit<HistoryModelRow, 'sequence'>): void {
  const rows = model.get(address) ?? [];
  rows.push({ ...row, sequence: rows.length });
  model.set(address, rows);
}

/** Computes the histories of all addresses of a whole chain. */
export function bitcoinHistories(
  blocks: readonly BlockAtHeight[],
  network: keyof typeof networks,
): HistoryModel {
  const outputs = new Map<string, Side>();
  const model: HistoryModel = new Map();
  for (const { height, block } of blocks) {
    const { time } = block.header;
    block.transactions.forEach((tx, index) => {
      const txid = toDisplayHash(tx.txid);
      const spent = isCoinbase(tx)
        ? []
        : tx.inputs.map(
            ({ prevTxid, prevVout }): Side =>
              outputs.get(`${toHex(prevTxid)}:${prevVout}`) ?? { address: undefined, value: 0n },
          );
      const paid = tx.outputs.map(({ script, value }, vout): Side => {
        const key = addressKeyOfScript(script, nativeHashing);
        const side = { address: key && encodeAddress(key, networks[network]), value };
        outputs.set(`${toHex(tx.txid)}:${vout}`, side);
        return side;
      });
      const touched = new Set([...spent, ...paid].flatMap(({ address }) => address ?? []));
      for (const address of touched) {
        const sum = (sides: readonly Side[]): bigint =>
          sides.reduce((total, side) => total + (side.address === address ? side.value : 0n), 0n);
        const [received, gone] = [sum(paid), sum(spent)];
        const net = received - gone;
        const others = new Set((gone > 0n ? paid : spent).flatMap((side) => side.address ?? []));
        others.delete(address);
        add(model, address, {
          height,
          time,
          position: height * 2 ** 17 + index,
          txid,
          direction: net > 0n ? 'in' : net < 0n ? 'out' : 'self',
          amount: net < 0n ? -net : net,
          received,
          spent: gone,
          others,
          asset: undefined,
          spam: false,
        });
      }
    });
  }
  return model;
}

/** Computes the histories of all accounts of blocks that start at the ledger's lowest one. */
export function ethereumHistories(bundles: readonly EthereumBundle[], chainId: bigint): HistoryModel {
  const facts = new Map(tokenFacts.map((token) => [toHex(token.contract), token]));
  const blocks = new Map(bundles.map(({ block }) => [block.header.number, block]));
  const model: HistoryModel = new Map();
  const accounts = modelOf(bundles, chainId, facts);
  const sides = new Map<string, string[]>();
  for (const [name, rows] of accounts) {
    for (const { position, movement } of rows) {
      const at = `${position}-${movement}`;
      sides.set(at, [...(sides.get(at) ?? []), name]);
    }
  }
  const addressOf = (name: string): string => toChecksumAddress(`0x${name}`);
  for (const [name, rows] of accounts) {
    for (const { position, movement, direction, amount, spam, asset } of rows) {
      const height = Math.floor(position / 2 ** 17);
      const block = blocks.get(height);
      if (!block) throw new Error(`No block ${height}`);
      const tx = block.transactions[position % 2 ** 17];
      const moved = asset === 'ether' ? amount : 0n;
      const others = (sides.get(`${position}-${movement}`) ?? []).filter((side) => side !== name);
      add(model, addressOf(name), {
        height,
        time: block.header.time,
        position,
        txid: tx ? `0x${toHex(tx.hash)}` : null,
        direction,
        amount,
        received: direction === 'out' ? 0n : moved,
        spent: direction === 'in' ? 0n : moved,
        others: new Set(others.map(addressOf)),
        asset,
        spam: spam !== null,
      });
    }
  }
  return model;
}
