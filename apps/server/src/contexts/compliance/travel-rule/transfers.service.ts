import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type NewTravelTransfer,
  type TravelPerson,
  type TravelState,
  type TravelTransferDetails,
} from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { SqlDatabase } from '../../../db/session.ts';
import { queued } from '../../../jobs/retry-queue.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { AppError, conflict, notFound } from '../../../lib/app-error.ts';
import { identifiers } from '../../../lib/identifiers.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { SendOutbound } from '../../../outbound/send-outbound.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { assetOfRequest } from './assets.ts';
import { applyChange, type TravelChange } from './changes.ts';
import type { Institution } from './institution.service.ts';
import { checkOriginators, createPrepareTransfer, wrongField } from './prepare-transfer.ts';
import { requirementOf } from './requirement.ts';
import { hashOf, newToken, type Sealed } from './sealed.ts';
import { travelRecord } from './travel-record.ts';
import { presentDetails, presentTransfer } from './travel-rule.presenter.ts';
import {
  addEvent,
  findProof,
  findTransfer,
  findTravelAddressById,
  insertTransfer,
  lockTransfer,
  readTransfers,
  readTravelEvents,
  type TransferRow,
} from './travel-rule.store.ts';

const missing = (): AppError => notFound('Transfer not found');

/** Transfers as the members of an organization see and decide them. */
export function createTransfers(options: {
  kysely: Kysely<Schema>;
  db: SqlDatabase;
  audit: Pick<Audit, 'record'>;
  people: Pick<People, 'findByIds'>;
  sealed: Sealed;
  institution: Institution;
  outbound: Pick<SendOutbound, 'check'>;
  priceNow: (symbol: string) => Promise<{ micros: bigint } | null>;
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { kysely, db, audit, people, sealed, institution, now } = options;
  const { valueOf, addressOf, urlOf, payloadOf, receiverOf } = createPrepareTransfer(options);

  async function details(on: Kysely<Schema>, row: TransferRow): Promise<TravelTransferDetails> {
    const events = await readTravelEvents(on, row.id);
    const proof = row.proof_id === null ? undefined : await findProof(on, row.organization_id, row.proof_id);
    const actors = events.flatMap(({ actor_id: actor }) => actor ?? []);
    return presentDetails(row, {
      personal: sealed.personal(row),
      proof,
      events,
      people: await people.findByIds(on, actors),
      now: now(),
    });
  }

  /** A step by a member: checks the state and the version that was seen, writes it, and records it. */
  async function step(
    by: ByMember,
    id: string,
    asked: {
      version?: number | undefined;
      from: readonly TravelState[];
      direction: TransferRow['direction'];
      action: AuditAction;
    },
    change: (row: TransferRow, trx: Kysely<Schema>) => Promise<Omit<TravelChange, 'actorId'>>,
  ): Promise<TravelTransferDetails> {
    const { organizationId, userId } = by.member;
    return kysely.transaction().execute(async (trx) => {
      const row = isUuid(id) ? await lockTransfer(trx, { id }) : undefined;
      if (!row || row.organization_id !== organizationId) throw missing();
      if (asked.version !== undefined && asked.version !== row.version) {
        throw new AppError('changed_meanwhile', 'This transfer changed meanwhile', {
          details: { current: presentTransfer(row) },
        });
      }
      if (row.direction !== asked.direction || !asked.from.includes(row.state)) {
        throw conflict(`This is not possible for a transfer that is ${row.state.replaceAll('_', ' ')}`);
      }
      const changed = await applyChange(trx, sealed, row, {
        ...(await change(row, trx)),
        actorId: userId,
        at: new Date(now()),
      });
      await audit.record(trx, {
        ...travelRecord(by, asked.action, id),
        before: { state: row.state },
        after: { state: changed.state },
      });
      return details(trx, changed);
    });
  }

  return {
    addressOf,
    urlOf,
    valueOf,

    async requirement(
      { organizationId }: Member,
      query: {
        blockchain: Blockchain;
        asset?: string | undefined;
        amount: string;
        country?: string | undefined;
      },
    ) {
      const own = await institution.require(kysely, organizationId);
      const asset = await assetOfRequest(db, query, own.tokens);
      return requirementOf(own, await valueOf(asset, query.amount), query.country);
    },

    async list(
      { organizationId }: Member,
      { page, limit, ...filter }: { page: number; limit: number } & Parameters<typeof readTransfers>[2],
    ) {
      const { rows, total } = await readTransfers(kysely, organizationId, filter, { page, limit });
      return { data: rows.map(presentTransfer), total, page, limit };
    },

    /** The audit log records who read personal data. */
    async get(by: ByMember, id: string): Promise<TravelTransferDetails> {
      const row = isUuid(id) ? await findTransfer(kysely, by.member.organizationId, id) : undefined;
      if (!row) throw missing();
      await kysely
        .transaction()
        .execute((trx) => audit.record(trx, travelRecord(by, 'travel_transfer.viewed', id)));
      return details(kysely, row);
    },

    /** Throws 400 with the field that is wrong; 409 if the wallet needs a proof. */
    async send(by: ByMember, body: NewTravelTransfer): Promise<TravelTransferDetails> {
      const { organizationId, userId } = by.member;
      const own = await institution.require(kysely, organizationId);
      checkOriginators(body);
      const asset = await assetOfRequest(db, body, own.tokens);
      const cents = await valueOf(asset, body.amount);
      const { url, entity, address, proofId } = await receiverOf(
        by,
        body,
        asset,
        requirementOf(own, cents, undefined).proof,
      );
      const why = url && institution.problem();
      if (why) throw conflict(why);
      const id = randomUUID();
      const at = new Date(now());
      const token = url && newToken();
      const row: TransferRow = {
        id,
        organization_id: organizationId,
        direction: 'out',
        state: url ? 'sending' : 'recorded',
        blockchain: asset.blockchain,
        asset: asset.asset,
        symbol: asset.symbol,
        decimals: asset.decimals,
        dti: asset.dti,
        amount: body.amount,
        cents,
        counterparty: entity?.name ?? null,
        host: url?.host ?? null,
        entity_id: entity?.id ?? null,
        entity_name: entity?.name ?? null,
        client_id: body.clientId ?? null,
        reference: randomUUID(),
        address,
        transaction: null,
        proof_id: proofId,
        peer: url ? sealed.seal(id, 'peer', url.href) : null,
        callback: token === undefined ? null : sealed.seal(id, 'callback', token),
        callback_hash: token === undefined ? null : hashOf(token),
        travel_address_id: null,
        personal: sealed.sealPersonal(id, {
          payload: payloadOf(body, own, entity?.name ?? null),
          reasons: {},
        }),
        ivms_version: own.ivmsVersion,
        message: url ? 'inquiry' : null,
        ...(url ? { ...queued(at), done_at: null } : { attempts: 0, next_attempt_at: null, done_at: at }),
        last_error: null,
        version: 1,
        created_by: userId,
        created_at: at,
        updated_at: at,
        erased_at: null,
      };
      return kysely.transaction().execute(async (trx) => {
        await insertTransfer(trx, row);
        await addEvent(trx, row, { kind: 'created', at, actor_id: userId });
        await audit.record(trx, {
          ...travelRecord(by, 'travel_transfer.sent', id),
          after: { asset: row.symbol, amount: row.amount, host: row.host, address },
        });
        return details(trx, row);
      });
    },

    /** Throws 400 if no wallet is named, or it is not one of the chain. */
    approve: (
      by: ByMember,
      id: string,
      body: { version?: number | undefined; address?: string | undefined },
    ) =>
      step(
        by,
        id,
        {
          version: body.version,
          from: ['undecided', 'more_requested'],
          direction: 'in',
          action: 'travel_transfer.approved',
        },
        async (row, trx) => {
          const own =
            row.travel_address_id === null
              ? undefined
              : await findTravelAddressById(trx, row.travel_address_id);
          const usual = own?.blockchain === row.blockchain ? own.payment_address : null;
          const text = body.address ?? usual;
          if (text === null) throw wrongField('address', 'Enter the wallet that receives');
          const token = newToken();
          return {
            kind: 'approved',
            state: 'approved',
            message: 'resolution',
            more: {
              address: await addressOf(row.blockchain, text),
              callback: sealed.seal(row.id, 'callback', token),
              callback_hash: hashOf(token),
            },
          };
        },
      ),

    reject: (
      by: ByMember,
      id: string,
      { version, reason }: { version?: number | undefined; reason: string },
    ) =>
      step(
        by,
        id,
        {
          version,
          from: ['undecided', 'more_requested'],
          direction: 'in',
          action: 'travel_transfer.rejected',
        },
        async () => ({ kind: 'rejected', state: 'rejected', message: 'resolution', reason }),
      ),

    requestMore: (
      by: ByMember,
      id: string,
      { version, reason }: { version?: number | undefined; reason: string },
    ) =>
      step(
        by,
        id,
        { version, from: ['undecided'], direction: 'in', action: 'travel_transfer.more_requested' },
        async () => ({ kind: 'more_requested', state: 'more_requested', message: 'resolution', reason }),
      ),

    /** Throws 400 like `send`. */
    sendMore: (
      by: ByMember,
      id: string,
      {
        version,
        ...given
      }: { version?: number | undefined; originator: TravelPerson[]; beneficiary: TravelPerson[] },
    ) => {
      checkOriginators(given);
      return step(
        by,
        id,
        {
          version,
          from: ['more_requested', 'rejected', 'failed'],
          direction: 'out',
          action: 'travel_transfer.information_sent',
        },
        async (row) => {
          const before = sealed.personal(row)?.payload;
          if (!before) throw conflict('The personal data of this transfer was erased');
          return {
            kind: 'information_sent',
            state: 'sending',
            message: 'inquiry',
            payload: {
              ...before,
              originator: { ...before.originator, originatorPerson: given.originator },
              beneficiary: { ...before.beneficiary, beneficiaryPerson: given.beneficiary },
            },
          };
        },
      );
    },

    /** Throws 400 if it is not the hash of a transaction. */
    complete: (
      by: ByMember,
      id: string,
      { version, transaction }: { version?: number | undefined; transaction: string },
    ) =>
      step(
        by,
        id,
        { version, from: ['approved', 'recorded'], direction: 'out', action: 'travel_transfer.completed' },
        async (row) => {
          try {
            identifiers[row.blockchain].transaction(transaction);
          } catch (error) {
            if (error instanceof AppError) throw wrongField('transaction', error.message);
            throw error;
          }
          return {
            kind: 'completed',
            state: 'completed',
            message: row.host === null ? null : 'confirmation',
            more: { transaction: transaction.toLowerCase() },
          };
        },
      ),

    cancel: (
      by: ByMember,
      id: string,
      { version, reason }: { version?: number | undefined; reason: string },
    ) =>
      step(
        by,
        id,
        {
          version,
          from: ['sending', 'waiting', 'more_requested', 'approved', 'recorded'],
          direction: 'out',
          action: 'travel_transfer.canceled',
        },
        // Before an approval, the protocol has no message for it: a later approval is refused.
        async (row) => ({
          kind: 'canceled',
          state: 'canceled',
          reason,
          message: row.state === 'approved' ? 'confirmation' : null,
        }),
      ),
  };
}

export type Transfers = ReturnType<typeof createTransfers>;
