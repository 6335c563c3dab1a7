import { counterpartyFlows, type RiskTransaction } from '@hopscope/risk';
import type { SqlSession } from '../../../db/session.ts';
import {
  readJointAccounts,
  readJointChanges,
  readJointDays,
} from '../../../ledger/bitcoin/accounts/joint-activity.ts';
import { readTimes } from '../../../ledger/bitcoin/accounts/days.ts';
import { riskTransaction } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import { readTxsAt } from '../../../ledger/bitcoin/lookups.ts';
import { readBlocks, readState } from '../../../ledger/bitcoin/reader.ts';
import {
  etherMovements,
  readJointEtherDays,
  readJointEthereumAccounts,
  readJointMovements,
} from '../../../ledger/ethereum/accounts/joint-activity.ts';
import { readEthereumBlocks, readEthereumState, readEthereumTxs } from '../../../ledger/ethereum/reader.ts';
import { byteKey, inParts } from '../../../ledger/shared/byte-keys.ts';
import type { JointDay } from '../../../ledger/shared/joint-days.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { findMovements, isOfBlock } from '../ethereum/ethereum-movement.presenter.ts';

/** One transaction (Bitcoin) or movement (Ethereum) between an entity and others, in base units. */
export interface EntityTransfer {
  readonly direction: 'in' | 'out';
  readonly amount: bigint;
  /** Counterparties by address key; `amount` is undefined if unknown. */
  readonly parts: readonly { readonly key: Uint8Array; readonly amount: bigint | undefined }[];
  /** Fees paid (out), new coins (in). */
  readonly fees: bigint;
  /** To or from outputs without address. */
  readonly other: bigint;
  readonly unknown: bigint;
  /** Seconds since 1970. */
  readonly time: number;
}

/** The accounts of an entity on one chain, as they are in one snapshot. */
export interface EntityAccounts {
  /** Byte key of the hash of the newest block; empty without blocks. */
  readonly tip: string;
  /** Addresses that the ledger contains. */
  readonly seen: number;
  /** Transactions (Bitcoin) or movements of ether, each counted for every address. */
  readonly transactions: number;
  /** Balance before the first day; undefined: unknown. */
  readonly opening: bigint | undefined;
  /** Returns what they did by day; only changes if there are more than `most` transactions. */
  days(most: number): Promise<JointDay[]>;
  /** Returns the transfers among the newest `most` transactions, oldest first. */
  transfers(most: number): Promise<EntityTransfer[]>;
}

/** Newest transactions (movements on Ethereum) that partners of an entity are computed from. */
export const transfersRead = 2_000;
/** Transactions that are read together: others are answered in between, since some have hundreds of outputs. */
const portion = 100;
const ownName = 'own';

/** Returns a transaction in which all addresses of an entity are one. */
function asOne(tx: RiskTransaction, own: ReadonlySet<string>): RiskTransaction {
  const merge = <Side extends { readonly key?: string | undefined }>(side: Side): Side =>
    side.key !== undefined && own.has(side.key) ? { ...side, key: ownName } : side;
  return { ...tx, inputs: tx.inputs.map(merge), outputs: tx.outputs.map(merge) };
}

/** Opens the accounts of an entity by its Bitcoin address keys. */
async function openBitcoinAccounts(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<EntityAccounts> {
  const accounts = await readJointAccounts(session, keys);
  const own = new Set(keys.map(byteKey));
  const top = (await readState(session)).ranges.at(-1)?.to;
  const newest = top === undefined ? undefined : (await readBlocks(session, [top])).get(top);
  return {
    tip: newest ? byteKey(newest.hash) : '',
    seen: accounts.length,
    transactions: accounts.reduce((sum, { txCount }) => sum + txCount, 0),
    opening: 0n,
    days: (most) => readJointDays(session, accounts, most),
    async transfers(most) {
      const changes = await readJointChanges(session, accounts, most);
      const times = await readTimes(
        session,
        changes.map(({ position }) => heightOf(position)),
      );
      const transfers: EntityTransfer[] = [];
      for (const part of inParts(changes, portion)) {
        const txs = await readTxsAt(
          session,
          part.map(({ position }) => position),
        );
        const byPosition = new Map(txs.map((tx) => [tx.position, tx.record]));
        for (const { position, change } of part) {
          const record = byPosition.get(position);
          const time = times.get(heightOf(position));
          if (!record || time === undefined) throw new RangeError(`No transaction at position ${position}`);
          const { direction, parts, ...sums } = counterpartyFlows(
            asOne(riskTransaction(record), own),
            change,
            ownName,
          );
          if (direction === 'self') continue;
          const others = parts.flatMap(({ key, amount }) =>
            key === ownName ? [] : [{ key: Buffer.from(key, 'latin1'), amount }],
          );
          transfers.push({ ...sums, direction, parts: others, time });
        }
      }
      return transfers;
    },
  };
}

/** Opens the accounts of an entity by its Ethereum addresses (20 bytes): their ether. */
async function openEtherAccounts(session: SqlSession, keys: readonly Uint8Array[]): Promise<EntityAccounts> {
  const accounts = await readJointEthereumAccounts(session, keys);
  const { hasAllTraces, ranges } = await readEthereumState(session);
  const top = ranges.at(-1)?.to;
  const newest = top === undefined ? undefined : (await readEthereumBlocks(session, [top])).get(top);
  const openings = accounts.map(({ opening }) => opening);
  const isKnown = hasAllTraces && !openings.includes(null);
  return {
    tip: newest ? byteKey(newest.hash) : '',
    seen: accounts.length,
    transactions: accounts.reduce((sum, account) => sum + etherMovements(account), 0),
    opening: isKnown ? openings.reduce((sum: bigint, opening) => sum + (opening ?? 0n), 0n) : undefined,
    days: (most) => readJointEtherDays(session, accounts, most),
    async transfers(most) {
      const joint = (await readJointMovements(session, accounts, most)).filter(
        ({ change, row }) => change !== 0n && row.spam === null,
      );
      const transfers: EntityTransfer[] = [];
      for (const part of inParts(joint, portion)) {
        const positions = [...new Set(part.map(({ row }) => row.position))];
        const txs = await readEthereumTxs(
          session,
          positions.filter((at) => !isOfBlock(at)),
        );
        const blocks = await readEthereumBlocks(session, [...new Set(positions.map(heightOf))]);
        const found = findMovements(
          part.map(({ row }) => row),
          blocks,
          new Map(txs.map((tx) => [tx.position, tx])),
        );
        part.forEach(({ change }, i) => {
          const movement = found[i]?.movement;
          if (!movement) return;
          const direction = change > 0n ? 'in' : 'out';
          const amount = change > 0n ? change : -change;
          const side = change > 0n ? movement.from : movement.to;
          const isFee =
            movement.kind === 'fee' || movement.kind === 'reward' || movement.kind === 'withdrawal';
          const nothing = { parts: [], fees: 0n, other: 0n, unknown: 0n };
          transfers.push({
            ...nothing,
            direction,
            amount,
            time: found[i]?.block.header.time ?? 0,
            ...(isFee ? { fees: amount } : side ? { parts: [{ key: side, amount }] } : { other: amount }),
          });
        });
      }
      return transfers;
    },
  };
}

/** Opens the accounts of an entity by chain. */
export const openers = { bitcoin: openBitcoinAccounts, ethereum: openEtherAccounts } as const;
