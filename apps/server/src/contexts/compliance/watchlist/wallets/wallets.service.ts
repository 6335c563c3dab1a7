import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Blockchain, MonitoredWallet, NewMonitoredWallet, WalletPreview } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { AppError, conflict, notFound } from '../../../../lib/app-error.ts';
import { isUuid } from '../../../../lib/uuid.ts';
import type { Schema } from '../../../../db/schema.ts';
import type { NetworkName } from '../../../../ledger/bitcoin/ledger.ts';
import type { Audit } from '../../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../../identity/organizations/membership.service.ts';
import type { Storage } from '../../../identity/subscriptions/storage.service.ts';
import { insertEvents } from '../../event-log.ts';
import { addressLog, countAddresses, updateAddress } from '../monitored-addresses.store.ts';
import { planLimit } from '../plan-limit.ts';
import { accountOf, readWallet } from './descriptor.ts';
import {
  type BranchRow,
  findWallet,
  insertWallet,
  lockWallet,
  readBranches,
  readWallets,
  releaseAddresses,
  updateWallet,
  type WalletRow,
} from './wallets.store.ts';

/** Addresses of each branch in a preview. */
const previewed = 3;
const texts = z.array(z.string());
const missing = (): AppError => notFound('Monitored wallet not found');

function bitcoinWallet({ source, gapLimit }: NewMonitoredWallet, network: NetworkName) {
  const { descriptor, branches } = readWallet(source, network);
  return { chain: 'bitcoin' as const, descriptor, branches, gapLimit, first: branches * gapLimit };
}

function stateOf(row: WalletRow, branches: readonly BranchRow[]): MonitoredWallet['state'] {
  if (row.is_limited) return 'limited';
  const gap = row.gap_limit ?? 0;
  const isComplete = row.is_searched && branches.every(({ derived, used }) => derived >= used + gap);
  return isComplete ? 'following' : 'searching';
}

function presentWallet(row: WalletRow, branches: readonly BranchRow[] = []): MonitoredWallet {
  const sum = (of: 'used' | 'derived') => branches.reduce((total, branch) => total + branch[of], 0);
  return {
    _id: row.id,
    blockchain: row.chain,
    name: row.name,
    gapLimit: row.gap_limit,
    descriptor: row.descriptor,
    clientId: row.client_id,
    entityName: row.entity_name,
    tags: texts.parse(JSON.parse(row.tags)),
    outgoing: row.outgoing,
    pastFrom: row.past_from?.toISOString() ?? null,
    state: stateOf(row, branches),
    addresses: sum('derived'),
    used: sum('used'),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Wallets that an organization monitors by their descriptor or account; `extend-wallets.ts` adds their addresses. */
export function createMonitoredWallets(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  storage: Pick<Storage, 'checkDisk'>;
  /** Maximum number of monitored addresses per organization. */
  most: number;
  network: () => Promise<NetworkName>;
  /** Chains of which a remote provider reports single addresses. */
  remote: Record<Blockchain, boolean>;
  now: () => number;
}) {
  const { kysely, audit, storage, most, network, remote, now } = options;

  const recordOf = (
    { actor, member, origin }: ByMember,
    action: `monitored_wallet.${'added' | 'changed' | 'removed'}`,
    id: string,
  ) => ({
    actor,
    actorRole: member.role,
    origin,
    organizationId: member.organizationId,
    action,
    subject: { type: 'monitored_wallet', id },
  });

  async function presentOne(db: Kysely<Schema>, row: WalletRow): Promise<MonitoredWallet> {
    return presentWallet(row, (await readBranches(db, [row.id])).get(row.id));
  }

  return {
    /** Throws 400 with the reason if the text is no wallet. */
    async preview({ source }: { source: string }): Promise<WalletPreview> {
      const account = accountOf(source);
      if (account) return { blockchain: account.chain, descriptor: account.text, branches: [] };
      const wallet = readWallet(source, await network());
      const branches: string[][] = [];
      for (let branch = 0; branch < wallet.branches; branch++) {
        const addresses: string[] = [];
        for (let index = 0; index < previewed; index++) {
          // Deriving one takes milliseconds: other requests are answered in between.
          await nextTurn();
          addresses.push(wallet.addressAt(branch, index).address);
        }
        branches.push(addresses);
      }
      return { blockchain: 'bitcoin', descriptor: wallet.descriptor, branches };
    },

    async list({ organizationId }: Member, page: { page: number; limit: number }) {
      const { rows, total } = await readWallets(kysely, organizationId, page);
      const branches = await readBranches(
        kysely,
        rows.map(({ id }) => id),
      );
      return { data: rows.map((row) => presentWallet(row, branches.get(row.id))), total, ...page };
    },

    async get({ organizationId }: Member, id: string): Promise<MonitoredWallet> {
      const row = isUuid(id) ? await findWallet(kysely, organizationId, id) : undefined;
      if (!row) throw missing();
      return presentOne(kysely, row);
    },

    /**
     * Throws 400 for an invalid wallet, 409 if it is already monitored or its first addresses have no room, and 501 for an
     * account of a chain whose blocks aren't stored.
     */
    async add(by: ByMember, given: NewMonitoredWallet): Promise<MonitoredWallet> {
      const account = accountOf(given.source);
      if (account && remote[account.chain]) {
        throw new AppError(
          'not_supported',
          'Deposit accounts need a ledger with blocks. This installation stores single addresses.',
        );
      }
      const { chain, descriptor, branches, gapLimit, first } = account
        ? { chain: account.chain, descriptor: account.text, branches: 1, gapLimit: null, first: 1 }
        : bitcoinWallet(given, await network());
      await storage.checkDisk();
      const { organizationId, userId } = by.member;
      const at = new Date(now());
      const row: WalletRow = {
        id: randomUUID(),
        organization_id: organizationId,
        name: given.name,
        chain,
        descriptor,
        gap_limit: gapLimit,
        searched_from: null,
        searched_to: null,
        is_searched: gapLimit !== null,
        client_id: given.clientId ?? null,
        entity_name: given.entityName ?? null,
        tags: JSON.stringify(given.tags ?? []),
        outgoing: given.outgoing ?? false,
        past_from: given.pastFrom === undefined ? null : new Date(given.pastFrom),
        is_limited: false,
        created_by: userId,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      };
      return kysely.transaction().execute(async (trx) => {
        if (!(await insertWallet(trx, row, branches))) throw conflict('This wallet is already monitored');
        const used = await countAddresses(trx, organizationId);
        const added = first;
        if (used + added > most) throw planLimit({ most, used, added });
        await audit.record(trx, {
          ...recordOf(by, 'monitored_wallet.added', row.id),
          after: { name: row.name, descriptor, gapLimit: row.gap_limit },
        });
        return presentOne(trx, row);
      });
    },

    async change(
      by: ByMember,
      id: string,
      asked: { name?: string | undefined; gapLimit?: number | undefined },
    ): Promise<MonitoredWallet> {
      return kysely.transaction().execute(async (trx) => {
        const row = isUuid(id) ? await lockWallet(trx, by.member.organizationId, id) : undefined;
        if (!row) throw missing();
        const { name = row.name } = asked;
        const gapLimit = row.gap_limit === null ? null : (asked.gapLimit ?? row.gap_limit);
        if (name === row.name && gapLimit === row.gap_limit) return presentOne(trx, row);
        const changed = await updateWallet(trx, id, {
          name,
          gap_limit: gapLimit,
          updated_at: new Date(now()),
        });
        await audit.record(trx, {
          ...recordOf(by, 'monitored_wallet.changed', id),
          before: { name: row.name, gapLimit: row.gap_limit },
          after: { name, gapLimit },
        });
        return presentOne(trx, changed);
      });
    },

    /** Ends the monitoring of the wallet and of the addresses that joined with it. */
    async remove(by: ByMember, id: string): Promise<void> {
      const { organizationId, userId } = by.member;
      await kysely.transaction().execute(async (trx) => {
        const row = isUuid(id) ? await lockWallet(trx, organizationId, id) : undefined;
        if (!row) throw missing();
        const at = new Date(now());
        await updateWallet(trx, id, { deleted_at: at, updated_at: at });
        const left = await releaseAddresses(trx, organizationId, id);
        for (const address of left) {
          await updateAddress(trx, address.id, {
            deleted_at: at,
            updated_at: at,
            version: address.version + 1,
          });
        }
        await insertEvents(
          trx,
          addressLog,
          left.map((address) => ({
            id: randomUUID(),
            organization_id: organizationId,
            address_id: address.id,
            number: address.version + 1,
            kind: 'delete' as const,
            field: null,
            before: JSON.stringify(address.address),
            after: null,
            note: `With the wallet ${row.name}`,
            actor_id: userId,
            at,
          })),
        );
        await audit.record(trx, {
          ...recordOf(by, 'monitored_wallet.removed', id),
          before: { name: row.name, descriptor: row.descriptor, addresses: left.length },
        });
      });
    },
  };
}
