import { randomUUID } from 'node:crypto';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import {
  type Blockchain,
  newAddress,
  type MonitoredAddress,
  canWeakenMonitoring,
  type MonitoredField,
  monitoredFields,
  type NewMonitoredAddress,
  type MonitoredAddressRow,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest, conflict, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { issueSentence } from '../../../lib/issue-texts.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import type { Storage } from '../../identity/subscriptions/storage.service.ts';
import { insertEvents, readEventPage } from '../event-log.ts';
import {
  type AddressFilter,
  type AddressRow,
  addressLog,
  type ChangeRow,
  countAddresses,
  findAddress,
  hasEntry,
  insertAddresses,
  lockAddress,
  nextChangeNumber,
  readAddresses,
  readScreenedOf,
  updateAddress,
} from './monitored-addresses.store.ts';
import { newAddressRow } from './new-address-row.ts';
import { planLimit } from './plan-limit.ts';
import { presentAddress, presentChange, valuesOf } from './monitoring.presenter.ts';
import { identifiers } from '../../../lib/identifiers.ts';

interface Page {
  page: number;
  limit: number;
}

const missing = (): AppError => notFound('Monitored address not found');
const already = 'This address is already monitored';

/** What decides which transactions of an address are found. */
const coverage: ReadonlySet<MonitoredField> = new Set(['isActive', 'outgoing', 'riskThreshold']);

/** Throws 403 for a team member who didn't add the address. */
function checkMayWeaken({ member }: ByMember, row: AddressRow): void {
  if (canWeakenMonitoring(member, { createdBy: row.created_by })) return;
  throw forbidden('Only managers, or the person who added this address, can change how it is monitored');
}

/** Addresses that an organization monitors. */
export function createMonitoring(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  storage: Pick<Storage, 'checkDisk'>;
  /** Maximum number of monitored addresses per organization. */
  most: number;
  /** Of Bitcoin: whose addresses are valid. */
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { kysely, audit, people, storage, most, network, now } = options;

  function placeOf(
    { address, blockchain }: { address: string; blockchain: Blockchain },
    bitcoin: NetworkName,
  ): { key: Uint8Array; text: string } {
    return identifiers[blockchain].address(address, bitcoin);
  }

  /** Forms send the address along; another one is another entry. */
  function checkSamePlace(
    row: AddressRow,
    {
      blockchain = row.chain,
      address = row.address,
    }: { blockchain?: Blockchain | undefined; address?: string | undefined },
    bitcoin: NetworkName,
  ): void {
    if (blockchain === row.chain && placeOf({ address, blockchain }, bitcoin).text === row.address) return;
    throw badRequest('bad_request', 'The address cannot be changed. Add the other address instead.');
  }

  function rowOf({ member }: ByMember, given: NewMonitoredAddress, bitcoin: NetworkName): AddressRow {
    const place = { chain: given.blockchain, ...placeOf(given, bitcoin) };
    const by = { organizationId: member.organizationId, userId: member.userId, at: new Date(now()) };
    return newAddressRow(place, given, by);
  }

  const changeOf = (
    { member }: ByMember,
    row: AddressRow,
    change: Pick<ChangeRow, 'kind'> & Partial<Pick<ChangeRow, 'field' | 'before' | 'after' | 'note'>>,
  ): ChangeRow => ({
    id: randomUUID(),
    organization_id: row.organization_id,
    address_id: row.id,
    number: row.version,
    field: null,
    before: null,
    after: null,
    note: null,
    actor_id: member.userId,
    at: row.updated_at,
    ...change,
  });

  const recordOf = (
    { actor, member, origin }: ByMember,
    action: `monitored_address.${'added' | 'changed' | 'past_asked' | 'removed'}`,
    id: string | null,
  ) => ({
    actor,
    actorRole: member.role,
    origin,
    organizationId: member.organizationId,
    action,
    subject: { type: 'monitored_address', id },
  });

  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

  /** Checks the limit after adding `added` addresses; the change number serializes such transactions. */
  async function checkLimit(trx: Kysely<Schema>, organizationId: string, added: number): Promise<void> {
    const count = await countAddresses(trx, organizationId);
    if (count <= most) return;
    throw planLimit({ most, used: count - added, added });
  }

  /** Ids of those that were not monitored yet. All of them or none: 507 on a full disk, 409 `plan_limit` beyond the limit. */
  async function write(by: ByMember, rows: readonly AddressRow[]): Promise<Set<string>> {
    await storage.checkDisk();
    return kysely.transaction().execute(async (trx) => {
      const number = await nextChangeNumber(trx);
      const written = await insertAddresses(
        trx,
        rows.map((row) => ({ ...row, change_number: number })),
      );
      const added = rows.filter(({ id }) => written.has(id));
      if (added.length > 0) await checkLimit(trx, by.member.organizationId, added.length);
      await insertEvents(
        trx,
        addressLog,
        added.map((row) => changeOf(by, row, { kind: 'create', after: json(row.address) })),
      );
      if (added.length === 1 && added[0]) {
        const { id, address, chain } = added[0];
        await audit.record(trx, {
          ...recordOf(by, 'monitored_address.added', id),
          after: { address, blockchain: chain },
        });
      } else if (added.length > 1) {
        await audit.record(trx, {
          ...recordOf(by, 'monitored_address.added', null),
          after: { addresses: added.length },
        });
      }
      return written;
    });
  }

  return {
    async list({ organizationId }: Member, filter: Omit<AddressFilter, 'organizationId'>, page: Page) {
      const { rows, total } = await readAddresses(kysely, { ...filter, organizationId }, page);
      return { data: rows.map(presentAddress), total, ...page };
    },

    /** Like `list`, with what was screened of each address. */
    async filter({ organizationId }: Member, filter: Omit<AddressFilter, 'organizationId'>, page: Page) {
      const { rows, total } = await readAddresses(kysely, { ...filter, organizationId }, page);
      const screened = await readScreenedOf(kysely, organizationId, rows);
      const data = rows.map((row): MonitoredAddressRow => {
        const { transactions = 0, latest = null, highestScore = null } = screened.get(row.id) ?? {};
        return {
          ...presentAddress(row),
          screened: { transactions, latest: latest?.toISOString() ?? null, highestScore },
        };
      });
      return { data, total, ...page };
    },

    /** Throws 400 for an invalid address, and 409 if it is already monitored. */
    async add(by: ByMember, given: NewMonitoredAddress): Promise<MonitoredAddress> {
      const row = rowOf(by, given, await network());
      if (!(await write(by, [row])).has(row.id)) throw conflict(already);
      return presentAddress(row);
    },

    /** Each row has its own result; valid rows are added. */
    async addMany(by: ByMember, given: readonly unknown[]) {
      const bitcoin = await network();
      const failed: { row: number; address: string | null; reason: string }[] = [];
      const good: { row: number; entry: AddressRow }[] = [];
      const seen = new Set<string>();
      for (const [row, each] of given.entries()) {
        const named = typeof each === 'object' && each !== null && 'address' in each ? each.address : null;
        const address = typeof named === 'string' ? named.slice(0, 200) : null;
        const read = newAddress.safeParse(each);
        if (!read.success) {
          const [issue] = read.error.issues;
          const field = issue?.path.join('.') || 'The row';
          failed.push({ row, address, reason: issueSentence({ field, message: issue?.message ?? '' }) });
          continue;
        }
        try {
          const entry = rowOf(by, read.data, bitcoin);
          const name = `${entry.chain} ${entry.address}`;
          if (seen.has(name)) failed.push({ row, address, reason: 'Duplicate of an earlier row' });
          else good.push({ row, entry });
          seen.add(name);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          failed.push({ row, address, reason: error.message });
        }
      }
      const written = await write(
        by,
        good.map(({ entry }) => entry),
      );
      const successful = good.flatMap(({ row, entry }) =>
        written.has(entry.id) ? [{ row, _id: entry.id, address: entry.address }] : [],
      );
      for (const { row, entry } of good)
        if (!written.has(entry.id)) failed.push({ row, address: entry.address, reason: already });
      return { successful, failed: failed.toSorted((a, b) => a.row - b.row) };
    },

    /** Writes one history entry per changed field. Throws 409 if the version differs, and 400 for another address. */
    async change(
      by: ByMember,
      id: string,
      asked: {
        statusChangeReason: string;
        version?: number | undefined;
        updateData: {
          readonly [field in MonitoredField | 'address' | 'blockchain']?: MonitoredAddress[field] | undefined;
        };
      },
    ): Promise<MonitoredAddress> {
      const bitcoin = await network();
      await storage.checkDisk();
      return kysely.transaction().execute(async (trx) => {
        const row = isUuid(id) ? await lockAddress(trx, by.member.organizationId, id) : undefined;
        if (!row) throw missing();
        if (asked.version !== undefined && asked.version !== row.version) {
          throw new AppError('changed_meanwhile', 'Someone else changed this address', {
            details: { current: presentAddress(row) },
          });
        }
        checkSamePlace(row, asked.updateData, bitcoin);
        const before = valuesOf(row);
        const after = { ...before };
        for (const field of monitoredFields) {
          const value = asked.updateData[field];
          if (value !== undefined) Object.assign(after, { [field]: value });
        }
        const differ = monitoredFields.filter((field) => json(before[field]) !== json(after[field]));
        if (differ.length === 0) return presentAddress(row);
        if (differ.some((field) => coverage.has(field))) checkMayWeaken(by, row);
        const at = new Date(now());
        const resumes = after.isActive && !before.isActive;
        const changed = await updateAddress(trx, row.id, {
          ...(resumes && { change_number: await nextChangeNumber(trx), screen_from: at }),
          client_id: after.clientId,
          notes: after.notes,
          tags: JSON.stringify(after.tags),
          entity_name: after.entityName,
          risk_threshold: after.riskThreshold,
          is_active: after.isActive,
          outgoing: after.outgoing,
          version: row.version + 1,
          updated_at: at,
        });
        const reason = asked.statusChangeReason;
        await insertEvents(
          trx,
          addressLog,
          differ.map((field) =>
            changeOf(by, changed, {
              kind: 'update',
              field,
              before: json(before[field]),
              after: json(after[field]),
              note: reason,
            }),
          ),
        );
        await audit.record(trx, {
          ...recordOf(by, 'monitored_address.changed', row.id),
          before: Object.fromEntries(differ.map((field) => [field, before[field]])),
          after: Object.fromEntries(differ.map((field) => [field, after[field]])),
          reason,
        });
        return presentAddress(changed);
      });
    },

    /** Screens its transactions since `from` (a time) in the background. */
    async screenPast(by: ByMember, id: string, from: string): Promise<MonitoredAddress> {
      return kysely.transaction().execute(async (trx) => {
        const row = isUuid(id) ? await lockAddress(trx, by.member.organizationId, id) : undefined;
        if (!row) throw missing();
        const changed = await updateAddress(trx, row.id, {
          past_from: new Date(from),
          past_left: null,
          past_done_at: null,
        });
        await audit.record(trx, {
          ...recordOf(by, 'monitored_address.past_asked', row.id),
          after: { from: new Date(from).toISOString() },
        });
        return presentAddress(changed);
      });
    },

    async remove(by: ByMember, id: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const row = isUuid(id) ? await lockAddress(trx, by.member.organizationId, id) : undefined;
        if (!row) throw missing();
        checkMayWeaken(by, row);
        const at = new Date(now());
        const gone = await updateAddress(trx, row.id, {
          deleted_at: at,
          updated_at: at,
          version: row.version + 1,
        });
        await insertEvents(trx, addressLog, [
          changeOf(by, gone, { kind: 'delete', before: json(row.address) }),
        ]);
        await audit.record(trx, {
          ...recordOf(by, 'monitored_address.removed', row.id),
          before: { address: row.address, blockchain: row.chain },
        });
      });
    },

    /** Also of an entry that was deleted. */
    async get({ organizationId }: Member, id: string): Promise<MonitoredAddress> {
      const row = isUuid(id) ? await findAddress(kysely, organizationId, id) : undefined;
      if (!row) throw missing();
      return presentAddress(row);
    },

    async history({ organizationId }: Member, id: string, page: Page) {
      if (!isUuid(id) || !(await hasEntry(kysely, organizationId, id))) throw missing();
      const { rows, total } = await readEventPage(kysely, addressLog, id, page);
      const names = await people.findByIds(
        kysely,
        rows.map((row) => row.actor_id),
      );
      return { data: rows.map((row) => presentChange(row, names)), total, ...page };
    },
  };
}

export type Monitoring = ReturnType<typeof createMonitoring>;
