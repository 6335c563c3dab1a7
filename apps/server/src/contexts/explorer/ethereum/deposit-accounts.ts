import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EthereumMovementView } from '@hopscope/contract';
import { type DepositActivity, suggestDeposit } from '@hopscope/risk';
import type { SqlDatabase } from '../../../db/session.ts';
import { openMovements } from '../../../ledger/ethereum/history/movement-list.ts';
import { readEthereumAccount } from '../../../ledger/ethereum/reader.ts';
import { parseEthereumAccount } from '../../../lib/identifiers.ts';
import { presentMovements } from './ethereum-movements.ts';
import { type EthereumSnapshot, readSnapshot } from './ethereum-snapshot.ts';

/** Accounts with more movements are no deposit accounts. */
const mostMovements = 500;
/** Wei that may be left of ether, because an account pays the fees of its own transactions. */
const mostLeft = 10n ** 16n;

/** Numbers of movements of an account: from the first to before the last. */
export interface MovementRange {
  readonly lo: number;
  readonly hi: number;
}

/** An account: as the ledger stores it, and its canonical spelling. */
export interface DepositAccount {
  readonly key: Uint8Array;
  readonly address: string;
}

/**
 * Counts what an account received and forwarded, from all of its movements, oldest first. A payment to `service` forwards
 * everything if it leaves none of the asset; of ether, what fees may need. Ether from the service itself pays for fees and
 * counts as nothing.
 */
export function depositActivityOf(
  movements: readonly EthereumMovementView[],
  service: string,
): DepositActivity {
  const activity = { receipts: 0, receiptsFromEntity: 0, spends: 0, sweeps: 0 };
  const balances = new Map<string, bigint>();
  for (const { kind, direction, from, to, asset, received, spent, spam } of movements) {
    if (spam !== null) continue;
    const name = `${asset.contract ?? ''} ${asset.token_id ?? ''}`;
    const balance = (balances.get(name) ?? 0n) + BigInt(received) - BigInt(spent);
    balances.set(name, balance);
    const isNothing = received === '0' && spent === '0';
    if (kind === 'fee' || direction === 'self' || isNothing) continue;
    if (direction === 'in') {
      if (from === service && asset.contract === null) continue;
      activity.receipts += 1;
      if (from === service) activity.receiptsFromEntity += 1;
      continue;
    }
    activity.spends += 1;
    const isEmptied = balance <= (asset.contract === null ? mostLeft : 0n);
    if (to === service && isEmptied) activity.sweeps += 1;
  }
  return activity;
}

/** Finds accounts that forward everything they receive to an account, in the ledger. */
export function createDepositAccounts(db: SqlDatabase) {
  async function listOf(snapshot: EthereumSnapshot, key: Uint8Array) {
    const account = await readEthereumAccount(snapshot.session, key);
    return account && (await openMovements(snapshot.session, account.id, undefined));
  }

  async function movementsOf(
    snapshot: EthereumSnapshot,
    key: Uint8Array,
    within?: MovementRange,
  ): Promise<EthereumMovementView[]> {
    const list = await listOf(snapshot, key);
    if (!list) return [];
    const { lo, hi } = list.pair.all;
    if (!within && hi - lo > mostMovements) return [];
    const [from, to] = within ? [Math.max(lo, within.lo), Math.min(hi, within.hi)] : [lo, hi];
    const numbers = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
    return presentMovements(snapshot, await list.at(numbers));
  }

  return {
    /** Numbers of all movements of an account; undefined if it has none. */
    rangeOf: (service: string): Promise<MovementRange | undefined> =>
      readSnapshot(db, async (snapshot) => {
        const list = await listOf(snapshot, parseEthereumAccount(service).bytes);
        return list && { lo: list.pair.all.lo, hi: list.pair.all.hi };
      }),

    /**
     * Deposit accounts (`suggestDeposit`) among those that paid an account in these movements, in the order of their first
     * payment. Only those that `unknown` returns are examined.
     */
    search: (
      service: string,
      within: MovementRange,
      unknown: (accounts: readonly DepositAccount[]) => Promise<readonly DepositAccount[]>,
    ): Promise<DepositAccount[]> =>
      readSnapshot(db, async (snapshot) => {
        const name = parseEthereumAccount(service);
        const payers = new Set<string>();
        for (const { direction, from, spam } of await movementsOf(snapshot, name.bytes, within)) {
          if (direction === 'in' && spam === null && from !== null) payers.add(from);
        }
        const accounts = [...payers].map((address) => ({
          key: parseEthereumAccount(address).bytes,
          address,
        }));
        const found: DepositAccount[] = [];
        for (const account of await unknown(accounts)) {
          // Reading one takes milliseconds: other requests are answered in between.
          await nextTurn();
          const movements = await movementsOf(snapshot, account.key);
          if (suggestDeposit(depositActivityOf(movements, name.text))) found.push(account);
        }
        return found;
      }),
  };
}

export type DepositAccounts = ReturnType<typeof createDepositAccounts>;
