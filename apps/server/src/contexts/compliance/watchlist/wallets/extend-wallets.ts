import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { kyselyOver } from '../../../../db/dialect.ts';
import type { Schema } from '../../../../db/schema.ts';
import { inTransaction, type SqlDatabase } from '../../../../db/session.ts';
import { readAccounts } from '../../../../ledger/bitcoin/accounts/many-histories.ts';
import type { NetworkName } from '../../../../ledger/bitcoin/ledger.ts';
import type { DepositAccounts } from '../../../explorer/ethereum/deposit-accounts.ts';
import { byteKey, inParts } from '../../../../ledger/shared/byte-keys.ts';
import type { Audit } from '../../../identity/audit/audit.service.ts';
import { insertEvents } from '../../event-log.ts';
import { toleranceHours } from '../../matching/matches.ts';
import {
  addressLog,
  countAddresses,
  insertAddresses,
  nextChangeNumber,
} from '../monitored-addresses.store.ts';
import { newAddressRow } from '../new-address-row.ts';
import { type DerivedAddress, readWallet } from './descriptor.ts';
import { createSearchDeposits } from './search-deposits.ts';
import {
  type BranchRow,
  insertWalletAddresses,
  lockWallet,
  readAllWallets,
  readBranches,
  readUnused,
  readUsedElsewhere,
  updateBranch,
  updateWallet,
  type WalletRow,
} from './wallets.store.ts';

/** Addresses that are derived before they are written. */
const portion = 100;
const keysAtOnce = 1_000;
const texts = z.array(z.string());

interface Derived extends DerivedAddress {
  readonly branch: number;
  readonly index: number;
}

const nameOf = ({ wallet_id: id, branch }: { wallet_id: string; branch: number }): string =>
  `${id} ${branch}`;

/**
 * Monitors the addresses of wallets: those up to the last used one, and as many unused ones after it as the gap limit says
 * (BIP-44). An address is used once a block, or an unconfirmed transaction, contains it; a reorganization
 * that removes the transaction changes nothing. Of an Ethereum account, it and its deposit accounts (`suggestDeposit`). What
 * happened to a new address since its wallet is monitored is screened as its past, so nothing is missed between a block and the
 * addresses that join because of it.
 */
export function createExtendWallets(options: {
  db: SqlDatabase;
  kysely: Kysely<Schema>;
  audit: Audit;
  logger: Logger;
  most: number;
  network: () => Promise<NetworkName>;
  depositAccounts: DepositAccounts;
  now: () => number;
}) {
  const { db, kysely, audit, logger, most, network, now } = options;
  const searchDeposits = createSearchDeposits(options);

  /** Finds addresses that were used since, and moves the last used one of their branches. Returns whether there are any. */
  async function findUsed(): Promise<boolean> {
    const found = await inTransaction(db, 'read only', async (session) => {
      const reading = kyselyOver(session);
      const unused = await readUnused(reading);
      const used = new Map<string, { wallet_id: string; branch: number; used: number }>();
      for (const part of inParts(unused, keysAtOnce)) {
        const keys = part.map(({ key }) => key);
        const accounts = await readAccounts(session, keys);
        const elsewhere = new Set((await readUsedElsewhere(reading, keys)).map((key) => byteKey(key)));
        for (const { wallet_id: id, branch, index, key } of part) {
          const name = byteKey(key);
          if (!accounts.has(name) && !elsewhere.has(name)) continue;
          const place = { wallet_id: id, branch };
          const last = used.get(nameOf(place))?.used ?? 0;
          used.set(nameOf(place), { ...place, used: Math.max(last, index + 1) });
        }
      }
      return [...used.values()];
    });
    for (const { wallet_id: id, branch, used } of found) {
      await kysely
        .updateTable('monitored_wallet_branch')
        .set({ used })
        .where('wallet_id', '=', id)
        .where('branch', '=', branch)
        .where('used', '<', used)
        .execute();
    }
    return found.length > 0;
  }

  /** Derives the next missing addresses of a wallet that have room, in the order of their index, and notes if some have none. */
  async function derive(row: WalletRow, branches: readonly BranchRow[]): Promise<Derived[]> {
    const gap = row.gap_limit ?? 0;
    const missing = branches.flatMap(({ branch, used, derived }) =>
      Array.from({ length: Math.max(0, used + gap - derived) }, (_, i) => ({
        branch,
        index: derived + i,
      })),
    );
    const isComplete = missing.length === 0;
    if (isComplete && !row.is_limited) return [];
    const room = isComplete ? 0 : Math.max(0, most - (await countAddresses(kysely, row.organization_id)));
    const isLimited = room < missing.length;
    if (isLimited !== row.is_limited) await updateWallet(kysely, row.id, { is_limited: isLimited });
    if (room === 0) return [];
    const source = readWallet(row.descriptor, await network());
    const first = missing
      .toSorted((a, b) => a.index - b.index || a.branch - b.branch)
      .slice(0, Math.min(portion, room));
    const rows: Derived[] = [];
    for (const { branch, index } of first) {
      // Deriving one takes milliseconds: other requests are answered in between.
      await nextTurn();
      rows.push({ branch, index, ...source.addressAt(branch, index) });
    }
    return rows;
  }

  /** Searches for deposit accounts of an Ethereum account, one step. Returns whether it came further. */
  async function search(row: WalletRow, before: readonly BranchRow[]): Promise<boolean> {
    const place = before[0];
    const room = most - (await countAddresses(kysely, row.organization_id));
    if (!place || (row.is_limited && room <= 0)) return false;
    const step = await searchDeposits(row, place.derived === 0);
    if (!step) return false;
    const { branch, derived } = place;
    const found = step.found.map((each, i) => ({ ...each, branch, index: derived + i }));
    const joined = found.length === 0 ? 0 : await join(row, before, found);
    if (joined === undefined) return false;
    const isLimited = joined < found.length;
    await updateWallet(kysely, row.id, { ...(!isLimited && step.progress), is_limited: isLimited });
    return !isLimited;
  }

  /** Monitors addresses, as far as there is room. Returns how many; undefined if the wallet has changed since. */
  async function join(
    row: WalletRow,
    before: readonly BranchRow[],
    found: readonly Derived[],
  ): Promise<number | undefined> {
    return kysely.transaction().execute(async (trx) => {
      const number = await nextChangeNumber(trx);
      const wallet = await lockWallet(trx, row.organization_id, row.id);
      const branches = (await readBranches(trx, [row.id])).get(row.id) ?? [];
      const same = branches.every(({ derived }, i) => derived === before[i]?.derived);
      if (!wallet || !same) return undefined;
      const room = Math.max(0, most - (await countAddresses(trx, row.organization_id)));
      const fitting = found.slice(0, room);
      if (fitting.length === 0) return 0;
      const at = new Date(now());
      const given = {
        clientId: row.client_id,
        entityName: row.entity_name,
        tags: texts.parse(JSON.parse(row.tags)),
        outgoing: row.outgoing,
        pastFrom: (
          row.past_from ?? new Date(row.created_at.getTime() - toleranceHours * 3_600_000)
        ).toISOString(),
      };
      const by = { organizationId: row.organization_id, userId: row.created_by, at, walletId: row.id };
      const rows = fitting.map(({ key, address }) => ({
        ...newAddressRow({ chain: row.chain, key, text: address }, given, by),
        change_number: number,
      }));
      const written = await insertAddresses(trx, rows);
      await insertWalletAddresses(
        trx,
        fitting.map(({ branch, index, key }) => ({
          wallet_id: row.id,
          branch,
          index,
          key: Buffer.from(key),
        })),
      );
      for (const each of branches) {
        const last = fitting.findLast(({ branch }) => branch === each.branch);
        if (!last) continue;
        const derived = last.index + 1;
        // Deposit accounts have been used.
        await updateBranch(trx, { ...each, derived, ...(row.gap_limit === null && { used: derived }) });
      }
      const joined = rows.filter(({ id }) => written.has(id));
      // The others were monitored already.
      if (joined.length === 0) return fitting.length;
      await insertEvents(
        trx,
        addressLog,
        joined.map(({ id, address }) => ({
          id: randomUUID(),
          organization_id: row.organization_id,
          address_id: id,
          number: 1,
          kind: 'create' as const,
          field: null,
          before: null,
          after: JSON.stringify(address),
          note: `With the wallet ${row.name}`,
          actor_id: row.created_by,
          at,
        })),
      );
      await audit.record(trx, {
        organizationId: row.organization_id,
        action: 'monitored_wallet.joined',
        subject: { type: 'monitored_wallet', id: row.id },
        after: { addresses: joined.length },
      });
      return fitting.length;
    });
  }

  return {
    /** Extends all wallets until each has its unused addresses, or no room. */
    async run(signal: AbortSignal): Promise<void> {
      for (let more = true; more && !signal.aborted; ) {
        more = await findUsed();
        const wallets = await readAllWallets(kysely);
        const branches = await readBranches(
          kysely,
          wallets.map(({ id }) => id),
        );
        for (const row of wallets) {
          if (signal.aborted) return;
          const before = branches.get(row.id) ?? [];
          try {
            if (row.gap_limit === null) {
              if (await search(row, before)) more = true;
              continue;
            }
            const found = await derive(row, before);
            if (found.length > 0 && ((await join(row, before, found)) ?? 0) > 0) more = true;
          } catch (error) {
            // Other wallets must not wait for one that cannot be extended.
            logger.error(
              { err: error, wallet: row.id },
              'The addresses of a monitored wallet were not extended',
            );
          }
        }
      }
    },
  };
}
