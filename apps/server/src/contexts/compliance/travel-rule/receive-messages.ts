import { randomUUID } from 'node:crypto';
import { nameOfTravelPerson, travelLimits, type TravelPayload } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { SqlDatabase } from '../../../db/session.ts';
import { AppError, badRequest, conflict, notFound } from '../../../lib/app-error.ts';
import { identifiers } from '../../../lib/identifiers.ts';
import type { createRateLimits } from '../../../lib/rate-limits.ts';
import { findEntityOfHost } from '../../directory/records/entity-of-host.ts';
import { assetOfInquiry, type TravelAsset } from './assets.ts';
import { applyChange } from './changes.ts';
import type { Institution } from './institution.service.ts';
import { readIvms101 } from './protocol/ivms101-versions.ts';
import {
  isConfirmation,
  readConfirmation,
  readInquiry,
  readResolution,
  type TrpInquiry,
  type TrpResolution,
  trpVersion,
  unitsOf,
  writeResolution,
} from './protocol/trp-messages.ts';
import { changeOfResolution, resolutionOf } from './resolutions.ts';
import { hashOf, type Sealed } from './sealed.ts';
import type { Transfers } from './transfers.service.ts';
import {
  addEvent,
  countWaiting,
  findTravelAddress,
  insertTransfer,
  lockTransfer,
  type TransferRow,
  type TravelAddressRow,
} from './travel-rule.store.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Throws 400 for a version of the protocol other than 3, or without an identifier. */
function readHeaders(headers: Headers): string {
  const version = headers['api-version'];
  if (typeof version !== 'string' || !/^3\.\d+(?:\.\d+)?$/.test(version)) {
    throw badRequest(
      'bad_request',
      `The header Api-Version must be a version 3 of the protocol, such as ${trpVersion}`,
    );
  }
  const reference = headers['request-identifier'];
  if (typeof reference !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(reference)) {
    throw badRequest(
      'bad_request',
      'The header Request-Identifier must have 1 to 200 visible ASCII characters',
    );
  }
  return reference;
}

/** Receives messages of other institutions (TRP). */
export function createReceiveMessages(options: {
  kysely: Kysely<Schema>;
  db: SqlDatabase;
  sealed: Sealed;
  institution: Institution;
  transfers: Pick<Transfers, 'addressOf' | 'valueOf'>;
  limits: Pick<ReturnType<typeof createRateLimits>, 'take'>;
  now: () => number;
}) {
  const { kysely, db, sealed, institution, transfers, limits, now } = options;

  /** A repeated inquiry is the same transfer; with other content it is more information. */
  async function repeat(
    trx: Kysely<Schema>,
    row: TransferRow,
    { callback }: TrpInquiry,
    { payload, version }: { payload: TravelPayload; version: TransferRow['ivms_version'] },
  ): Promise<TransferRow> {
    if (row.host !== new URL(callback).host) {
      throw conflict('This Request-Identifier belongs to a transfer of another institution');
    }
    // An approval stands; what else was decided can be asked again with other information.
    if (row.state === 'approved' || row.state === 'completed') return row;
    if (JSON.stringify(sealed.personal(row)?.payload) === JSON.stringify(payload)) return row;
    return applyChange(trx, sealed, row, {
      kind: 'information_sent',
      state: 'undecided',
      actorId: null,
      payload,
      message: null,
      at: new Date(now()),
      more: {
        peer: sealed.seal(row.id, 'peer', callback),
        ivms_version: version,
      },
    });
  }

  async function insert(
    to: TravelAddressRow,
    reference: string,
    inquiry: TrpInquiry,
    read: { payload: TravelPayload; version: TransferRow['ivms_version'] },
    { asset, amount }: { asset: TravelAsset; amount: bigint },
  ): Promise<TransferRow> {
    const { payload, version } = read;
    const host = new URL(inquiry.callback).host;
    const entity = await findEntityOfHost(kysely, new URL(inquiry.callback).hostname);
    const counterparty = payload.originatingVASP && nameOfTravelPerson(payload.originatingVASP);
    const id = randomUUID();
    const at = new Date(now());
    const cents = await transfers.valueOf(asset, String(amount));
    const row: TransferRow = {
      id,
      organization_id: to.organization_id,
      direction: 'in',
      state: 'undecided',
      blockchain: asset.blockchain,
      asset: asset.asset,
      symbol: asset.symbol,
      decimals: asset.decimals,
      dti: asset.dti,
      amount: String(amount),
      cents,
      counterparty: counterparty ?? null,
      host,
      entity_id: entity?.id ?? null,
      entity_name: entity?.name ?? null,
      client_id: to.client_id,
      reference,
      address: null,
      transaction: null,
      proof_id: null,
      peer: sealed.seal(id, 'peer', inquiry.callback),
      callback: null,
      callback_hash: null,
      travel_address_id: to.id,
      personal: sealed.sealPersonal(id, { payload, reasons: {} }),
      ivms_version: version,
      message: null,
      attempts: 0,
      next_attempt_at: null,
      done_at: null,
      last_error: null,
      version: 1,
      created_by: null,
      created_at: at,
      updated_at: at,
      erased_at: null,
    };
    return kysely.transaction().execute(async (trx) => {
      const known = await lockTransfer(trx, { addressId: to.id, reference });
      if (known) return repeat(trx, known, inquiry, read);
      if ((await countWaiting(trx, to.organization_id)) >= travelLimits.waiting) {
        throw new AppError('too_many_requests', 'Too many transfers wait for a decision. Try again later.');
      }
      if (!(await insertTransfer(trx, row))) {
        // Received twice at the same time.
        const other = await lockTransfer(trx, { addressId: to.id, reference });
        return other ? repeat(trx, other, inquiry, read) : row;
      }
      await addEvent(trx, row, { kind: 'received', at, actor_id: null });
      return row;
    });
  }

  async function applyResolution(
    trx: Kysely<Schema>,
    row: TransferRow,
    resolution: TrpResolution,
  ): Promise<void> {
    const repeated =
      ('approved' in resolution && ['approved', 'completed'].includes(row.state)) ||
      ('rejected' in resolution && ['rejected', 'more_requested'].includes(row.state));
    if (repeated) return;
    if (!['sending', 'waiting', 'more_requested', 'failed'].includes(row.state)) {
      throw conflict('This transfer ended');
    }
    const change = changeOfResolution(row, resolution, sealed);
    if (change) await applyChange(trx, sealed, row, { ...change, actorId: null, at: new Date(now()) });
  }

  async function applyConfirmation(trx: Kysely<Schema>, row: TransferRow, bytes: Uint8Array): Promise<void> {
    const confirmation = readConfirmation(bytes);
    const over = 'txid' in confirmation ? 'completed' : 'canceled';
    if (row.state === over) return;
    if (row.state !== 'approved') throw conflict('This transfer ended');
    const at = new Date(now());
    if ('canceled' in confirmation) {
      const { canceled: reason } = confirmation;
      await applyChange(trx, sealed, row, {
        kind: 'canceled',
        state: 'canceled',
        actorId: null,
        reason,
        message: null,
        at,
      });
      return;
    }
    identifiers[row.blockchain].transaction(confirmation.txid);
    await applyChange(trx, sealed, row, {
      kind: 'completed',
      state: 'completed',
      actorId: null,
      message: null,
      more: { transaction: confirmation.txid.toLowerCase() },
      at,
    });
  }

  return {
    /** Stores an inquiry, and returns its resolution. Throws 404 for an unknown travel address, 400 with what is wrong. */
    async inquiry(token: string, headers: Headers, bytes: Uint8Array, ip: string): Promise<string> {
      await limits.take('travelInquiry', ip);
      const to = await findTravelAddress(kysely, token);
      if (!to) throw notFound('There is no such travel address');
      const reference = readHeaders(headers);
      const inquiry = readInquiry(bytes);
      const read = readIvms101(inquiry.ivms101);
      if ('problems' in read) {
        throw new AppError('validation_failed', 'The payload does not follow IVMS 101', {
          fields: read.problems,
        });
      }
      const own = await institution.require(kysely, to.organization_id);
      const asset = await assetOfInquiry(db, inquiry.asset, own.tokens);
      if (!asset) return writeResolution({ rejected: 'This asset is not supported', more: false });
      const amount = unitsOf(inquiry.amount, asset.decimals);
      if (amount === undefined || amount === 0n || amount >= 10n ** 78n) {
        throw badRequest(
          'bad_request',
          `amount must be above 0, with at most ${String(asset.decimals)} decimals`,
        );
      }
      const row = await insert(to, reference, inquiry, read, { asset, amount });
      return writeResolution(resolutionOf(row, sealed, institution.callbackUrl));
    },

    /** Applies a resolution or a confirmation. Throws 404 for an unknown callback, 409 if the transfer ended. */
    async callback(token: string, headers: Headers, bytes: Uint8Array, ip: string): Promise<string> {
      await limits.take('travelInquiry', ip);
      const reference = readHeaders(headers);
      await kysely.transaction().execute(async (trx) => {
        const row = await lockTransfer(trx, { callbackHash: hashOf(token) });
        if (!row) throw notFound('There is no such transfer');
        if (row.reference !== reference) {
          throw badRequest('bad_request', 'The header Request-Identifier belongs to another transfer');
        }
        if (isConfirmation(bytes) !== (row.direction === 'in')) {
          throw badRequest(
            'bad_request',
            row.direction === 'in' ? 'Expected a confirmation' : 'Expected a resolution',
          );
        }
        if (row.direction === 'in') return applyConfirmation(trx, row, bytes);
        const resolution = readResolution(bytes);
        if (!('approved' in resolution)) return applyResolution(trx, row, resolution);
        const address = await transfers.addressOf(row.blockchain, resolution.approved.address);
        return applyResolution(trx, row, { approved: { ...resolution.approved, address } });
      });
      return '{}';
    },
  };
}
