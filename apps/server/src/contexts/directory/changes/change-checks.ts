import type { ChangeState } from '@hopscope/contract';
import { utcDay } from '@hopscope/domain';
import { AppError, badRequest, forbidden, notFound } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { checkDays } from './apply-change.ts';
import type { Patch, PatchedAttribution } from './changes.store.ts';
import { cleanText, keyOfAddress } from '../releases/clean-item.ts';
import { notShown } from '../attributions/csam.ts';
import { presentEntity } from '../records/directory.presenter.ts';
import type { Viewer } from '../records/viewer.ts';
import { type EntityRow, readEntities, readMerged } from '../records/entities.store.ts';
import { entitiesAt, findEntity } from '../records/entities-at.ts';

/** Returns the entity to change. Throws 404 if it doesn't exist, and 403 for a hidden one. */
export async function openEntity(
  session: SqlSession,
  entityId: string,
  { canSeeRestricted }: Pick<Viewer, 'canSeeRestricted'>,
): Promise<EntityRow> {
  const row = (await readEntities(session, [entityId])).get(entityId);
  if (!row) throw notFound('Entity not found');
  if (row.csam && !canSeeRestricted) throw notShown();
  return row;
}

/** Returns the merge of an entity and its release. Throws 404 if there is none, and 403 for a hidden entity. */
export async function openMerge(
  session: SqlSession,
  entityId: string,
  { canSeeRestricted }: Pick<Viewer, 'canSeeRestricted'>,
): Promise<{ readonly into: string; readonly release: number }> {
  const merge = await readMerged(session, entityId, undefined);
  if (!merge) throw notFound('This entity was not merged into another one');
  const row = (await readEntities(session, [merge.into])).get(merge.into);
  if (row?.csam && !canSeeRestricted) throw notShown();
  return merge;
}

/** Returns a 409 error with both records: that of the version on which a change was made, and the current one. */
export async function changedMeanwhile(
  session: SqlSession,
  current: EntityRow,
  { version, now }: { version: number; now: number },
): Promise<AppError> {
  const past = { version, date: utcDay(now), past: true, asOf: null };
  const base = (await entitiesAt(session, [current.entityId], past)).get(current.entityId);
  return new AppError('changed_meanwhile', 'This entity has changed since you opened it', {
    details: {
      base: base ? presentEntity(base, null) : null,
      current: presentEntity(current, null),
    },
  });
}

/** Throws 400 for an unknown parent, or one that is below the entity. */
export async function checkParent(
  session: SqlSession,
  entityId: string,
  { patch, now }: { patch: Patch; now: number },
): Promise<void> {
  const state = { version: 0, date: utcDay(now), past: false, asOf: null };
  let parent = patch.set?.parent_id?.[0];
  for (const seen = new Set([entityId]); parent !== undefined; ) {
    if (seen.has(parent)) throw refuseParent('An entity cannot be its own parent');
    seen.add(parent);
    const row = await findEntity(session, parent, state);
    if (!row) throw refuseParent('The parent entity does not exist');
    parent = row.record.parent_id?.[0];
  }
}

/** An attribution as in the request. */
export interface AskedAttribution {
  readonly action: PatchedAttribution['action'];
  readonly blockchain: PatchedAttribution['blockchain'];
  readonly address: string;
  readonly kind: PatchedAttribution['kind'];
  readonly bo?: string | null | undefined;
  readonly custodian?: string | null | undefined;
  readonly label?: string | null | undefined;
  readonly confidence: number;
  readonly ref: string;
  readonly validFrom?: string | null | undefined;
  readonly validTo?: string | null | undefined;
}

/** Returns the attribution with its key. Throws 400 `invalid_address`, and 400 if the days are in the wrong order. */
export function readAttribution(asked: AskedAttribution, network: NetworkName): PatchedAttribution {
  const read = keyOfAddress(asked.blockchain, asked.address.trim(), network);
  if ('reason' in read) throw badRequest('invalid_address', read.reason);
  const attribution: PatchedAttribution = {
    action: asked.action,
    blockchain: asked.blockchain,
    address: read.address,
    key: Buffer.from(read.key).toString('hex'),
    kind: asked.kind,
    bo: cleanText(asked.bo, 200),
    custodian: cleanText(asked.custodian, 200),
    label: cleanText(asked.label, 500),
    confidence: asked.confidence,
    ref: cleanText(asked.ref) ?? '',
    validFrom: asked.validFrom ?? null,
    validTo: asked.validTo ?? null,
  };
  checkDays(attribution);
  return attribution;
}

function refuseParent(message: string): AppError {
  return new AppError('validation_failed', message, { fields: [{ field: 'parent_id', message }] });
}

/** Returns the reason why somebody cannot decide about a change. */
export function refusalOf(to: ChangeState, { editor }: Viewer): AppError {
  if (to === 'withdrawn') return forbidden('Only the author can withdraw a change');
  const message = editor ? 'Another editor has to review your change' : 'Only directory editors can do this';
  return forbidden(message);
}
