import type { SqlSession } from '../../db/session.ts';
import { LedgerError } from '../shared/ledger-error.ts';
import type { AccountChange } from './blocks/apply.ts';
import type { EthereumChain } from './blocks/bundle.ts';
import type { SumDelta } from './accounts/effects.ts';
import type { EthereumTotals } from './model.ts';

export interface TotalsRow {
  readonly chain: EthereumChain;
  readonly totals: EthereumTotals;
  /** Number of accounts whose opening is unknown. */
  readonly unopened: bigint;
  /** Number of blocks whose internal transfers or rewards are partly unknown. */
  readonly untraced: bigint;
}

const integers = ['transactions', 'accounts', 'assets', 'unopened', 'untraced'] as const;
const amounts = [
  'received',
  'spent',
  'rewards',
  'withdrawals',
  'fees',
  'burnt',
  'tips',
  'destroyed',
  'opened',
] as const;

/** Returns the ledger's row; undefined while it is empty and has no chain. */
export async function readTotals(session: SqlSession, lock = false): Promise<TotalsRow | undefined> {
  const { rows } = await session.query<Record<string, bigint | string>>(
    `select * from eth_ledger${lock ? ' for update' : ''}`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const value = (name: string): bigint => BigInt(row[name] ?? 0);
  return {
    chain: { chainId: value('chain_id'), network: String(row['network']) },
    unopened: value('unopened'),
    untraced: value('untraced'),
    totals: {
      transactions: value('transactions'),
      accounts: value('accounts'),
      assets: value('assets'),
      received: value('received'),
      spent: value('spent'),
      rewards: value('rewards'),
      withdrawals: value('withdrawals'),
      fees: value('fees'),
      burnt: value('burnt'),
      tips: value('tips'),
      destroyed: value('destroyed'),
      opened: value('opened'),
    },
  };
}

/** Locks the ledger's row until the transaction ends, so that writers are serialized. */
export async function claimLedger(session: SqlSession, chain: EthereumChain): Promise<void> {
  await session.query('insert into eth_ledger (chain_id, network) values ($1, $2) on conflict do nothing', [
    String(chain.chainId),
    chain.network,
  ]);
  const own = (await readTotals(session, true))?.chain;
  if (own?.chainId === chain.chainId && own.network === chain.network) return;
  throw new LedgerError(
    'chain_mismatch',
    `This ledger contains blocks of ${own?.network} (chain ${own?.chainId}); those of ${chain.network} (chain ${chain.chainId}) do not belong here`,
  );
}

/** Adds changes to the totals in the ledger's row, or subtracts them. */
export async function addTotals(
  session: SqlSession,
  sums: SumDelta,
  change: AccountChange & { assets: number },
  sign: 1n | -1n,
): Promise<void> {
  const names = [...integers, ...amounts];
  const all: Record<string, number | bigint> = { ...sums, ...change };
  const values = names.map((name) => String(sign * BigInt(all[name] ?? 0)));
  const casts = names.map(
    (name, i) => `${name} = ${name} + $${i + 1}::${i < integers.length ? 'int8' : 'numeric'}`,
  );
  await session.query(`update eth_ledger set ${casts.join(', ')}`, values);
}
