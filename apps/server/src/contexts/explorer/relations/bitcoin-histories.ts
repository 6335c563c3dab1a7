import { toDisplayHash } from '@hopscope/chain';
import type {
  AddressTransactionView,
  Coverage,
  TransactionInputView,
  TransactionOutputView,
  TransactionView,
} from '@hopscope/contract';
import { coSpend, counterpartyFlows, type RiskTransaction } from '@hopscope/risk';
import { type AppError, conflict } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import {
  PastMovedError,
  type PastTx,
  readNewest,
  readPast,
} from '../../../ledger/bitcoin/remote/address-past.ts';
import { coSpentOf, riskTransaction } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { addressOf } from '../bitcoin/bitcoin.presenter.ts';
import { readGlance } from '../bitcoin/bitcoin-glance.ts';
import type { BitcoinBlockchain } from '../bitcoin/bitcoin.service.ts';
import type { CoinHistory, CoinsRow, Histories, Passage } from './address-history.ts';

const portion = 500;

/** Returns a 409 error, after which the reader restarts. */
export function moved(): AppError {
  return conflict('The chain changed during the request. Try again.');
}

function passageOfPast({ position, txid, record, entry }: PastTx, own: string): Passage {
  return {
    ...counterpartyFlows(riskTransaction(record), entry.received - entry.spent, own),
    txid: toDisplayHash(txid),
    block: heightOf(position),
    together: entry.spent > 0n ? coSpentOf(record).map(({ name }) => name) : [],
  };
}

function coinsOfPast({ position, txid, record, entry }: PastTx, own: string): CoinsRow {
  const isOwn = (key: Uint8Array | undefined): boolean => key !== undefined && byteKey(key) === own;
  return {
    txid: toDisplayHash(txid),
    block: heightOf(position),
    coinbase: record.coinbase,
    spends: record.inputs.flatMap(({ prevout }) =>
      prevout.kind === 'known' && isOwn(prevout.key) ? [`${prevout.position}:${prevout.vout}`] : [],
    ),
    // A coinbase that repeats the txid of an older one (BIP 30) adds nothing to its address.
    made: record.outputs.flatMap(({ key, value }, index) =>
      isOwn(key) && entry.received > 0n ? [{ name: `${position}:${index}`, index, value }] : [],
    ),
  };
}

/** Opens histories from the ledger of blocks. Reads transactions as stored, without the fields of a page. */
export function createLedgerHistories(db: SqlDatabase): Histories<CoinHistory> {
  return {
    async open(text) {
      const { address, key, network, balance, txCount, coverage, tip } = await readGlance(db, text);
      const own = byteKey(key);
      async function* read<Row>(
        most: number,
        rowOf: (tx: PastTx, own: string) => Row,
      ): AsyncGenerator<Row[], void, undefined> {
        try {
          for await (const part of readPast((work) => inTransaction(db, 'read only', work), key, most)) {
            yield part.map((tx) => rowOf(tx, own));
          }
        } catch (error) {
          throw error instanceof PastMovedError ? moved() : error;
        }
      }
      return {
        address,
        key: own,
        total: txCount,
        coverage,
        state: `${tip?.hash ?? ''} ${txCount}`,
        balance,
        tip: tip?.height ?? null,
        addressOf: (name) => addressOf(Buffer.from(name, 'latin1'), network) ?? '',
        passages: (most) => read(most, passageOfPast),
        coins: () => read(Number.MAX_SAFE_INTEGER, coinsOfPast),
      };
    },
    async newest(keys, most) {
      const found = await inTransaction(db, 'read only', (session) =>
        readNewest(
          session,
          keys.map((key) => Buffer.from(key, 'latin1')),
          most,
        ),
      );
      return found.map(({ key, total, txs }) => {
        const own = byteKey(key);
        return { key: own, total, passages: txs.map((tx) => passageOfPast(tx, own)) };
      });
    },
  };
}

type Sides = Pick<TransactionView, 'coinbase'> & {
  inputs: readonly Pick<TransactionInputView, 'addr' | 'amt' | 'script_type' | 'txid' | 'vout'>[];
  outputs: readonly Pick<TransactionOutputView, 'addr' | 'amt' | 'script_type' | 'index'>[];
};
type FilledRow = Sides & Pick<AddressTransactionView, 'txid' | 'block' | 'net' | 'spent'>;

function riskOfRow({ coinbase, inputs, outputs }: Sides): RiskTransaction {
  return {
    coinbase,
    inputs: inputs.map(({ addr, amt, script_type }) => ({
      known: amt !== null,
      key: addr ?? undefined,
      value: amt === null ? undefined : BigInt(amt),
      type: script_type ?? undefined,
    })),
    outputs: outputs.map(({ addr, amt, script_type }) => ({
      key: addr ?? undefined,
      value: BigInt(amt),
      type: script_type,
    })),
  };
}

function passageOfRow(row: FilledRow, own: string): Passage {
  const tx = riskOfRow(row);
  const { keys, obstacle } = coSpend(tx);
  return {
    ...counterpartyFlows(tx, BigInt(row.net), own),
    txid: row.txid,
    block: row.block,
    together: row.spent > 0 && obstacle === null ? keys : [],
  };
}

function coinsOfRow({ txid, block, coinbase, inputs, outputs }: FilledRow, own: string): CoinsRow {
  return {
    txid,
    block,
    coinbase,
    spends: inputs.flatMap((input) => (input.addr === own ? [`${input.txid}:${input.vout}`] : [])),
    made: outputs.flatMap(({ addr, index, amt }) =>
      addr === own ? [{ name: `${txid}:${index}`, index, value: BigInt(amt) }] : [],
    ),
  };
}

/** Returns the state key of a history from a remote provider: how much of it is stored. */
function storedCount(coverage: Coverage): string {
  return String(coverage.history?.stored ?? '');
}

/** Opens histories from a remote provider that is queried for single addresses. */
export function createRemoteHistories(bitcoin: BitcoinBlockchain): Histories<CoinHistory> {
  /** Returns a row with all its inputs and outputs. */
  async function fullRow(row: AddressTransactionView): Promise<FilledRow> {
    if (!row.truncated) return row;
    const { inputs, outputs } = await bitcoin.transaction(Buffer.from(row.txid, 'hex').reverse());
    return { ...row, inputs, outputs };
  }

  return {
    async open(text) {
      const { address, balance, txCount, coverage } = await bitcoin.address(text);
      const { tip } = await bitcoin.status();
      async function* read<Kind>(
        most: number,
        rowOf: (row: FilledRow, own: string) => Kind,
      ): AsyncGenerator<Kind[], void, undefined> {
        let total: number | undefined;
        for (let page = 1, taken = 0; taken < most; page++) {
          const { txs, pagination } = await bitcoin.addressTransactions(address, { page, limit: portion });
          total ??= pagination.totalTxs;
          if (pagination.totalTxs !== total) throw moved();
          if (txs.length === 0) return;
          const rows: Kind[] = [];
          for (const row of txs.slice(0, most - taken)) rows.push(rowOf(await fullRow(row), address));
          taken += rows.length;
          yield rows;
        }
      }
      return {
        address,
        key: address,
        total: txCount,
        coverage,
        state: `${tip?.hash ?? ''} ${txCount} ${storedCount(coverage)}`,
        balance: BigInt(balance),
        tip: tip?.number ?? null,
        addressOf: (key) => key,
        passages: (most) => read(most, passageOfRow),
        coins: () => read(Number.MAX_SAFE_INTEGER, coinsOfRow),
      };
    },
    // Each would be a request to the remote provider.
    newest: async () => [],
  };
}
