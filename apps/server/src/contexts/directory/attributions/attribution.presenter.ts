import type { Attribution } from '@hopscope/contract';
import type { Choice } from './choose-attribution.ts';
import { hiddenEntity } from './csam.ts';
import { presentName } from '../records/directory.presenter.ts';
import type { EntityRow } from '../records/entities.store.ts';
import type { SourceName } from '../records/sources.store.ts';

/** Confidence of an inherited attribution: never that of evidence about the address itself. */
const inheritedConfidence = 70;

/** The subject and context of an attribution. */
interface Context {
  readonly place: Pick<Attribution, 'blockchain' | 'address' | 'script_type' | 'cospend_id'>;
  readonly entities: ReadonlyMap<string, EntityRow>;
  readonly sources: ReadonlyMap<string, SourceName>;
  /** True if entities that hides are shown. */
  readonly canSeeRestricted: boolean;
}

const nothing = {
  label: null,
  bo: null,
  custodian: null,
  category: null,
  license: null,
  ref: null,
  retrieved: null,
  validFrom: null,
  validTo: null,
} as const;

function nameFor(entityId: string, { entities, canSeeRestricted }: Context) {
  const row = entities.get(entityId);
  return row ? presentName(row, canSeeRestricted) : hiddenEntity;
}

function named(entityId: string | null, around: Context) {
  const name = entityId === null ? undefined : nameFor(entityId, around);
  const id = name?.entity_id ?? null;
  const type = name?.entity_type ?? null;
  return {
    addr: around.place.address,
    entity: name?.proper_name ?? null,
    name: name?.proper_name ?? null,
    entity_id: id,
    entityId: id,
    entity_type: type,
    entityType: type,
    hidden: name?.hidden ?? false,
  };
}

/** Returns the attribution of a source. Of a hidden entity, only that it is one. */
export function presentAttribution({ best, others }: Choice, around: Context): Attribution {
  const name = named(best.entityId, around);
  const shown = name.hidden
    ? { ...nothing, source: null, sourceName: null }
    : {
        label: best.label ?? name.entity,
        bo: best.bo,
        custodian: best.custodian,
        category: best.category,
        license: around.sources.get(best.sourceId)?.license ?? null,
        ref: best.ref,
        retrieved: best.retrievedAt.toISOString(),
        validFrom: best.validFrom,
        validTo: best.validTo,
        source: best.sourceId,
        sourceName: around.sources.get(best.sourceId)?.name ?? best.sourceId,
      };
  return {
    ...around.place,
    ...name,
    ...shown,
    kind: best.kind === 'direct' ? 'direct' : 'derived',
    confidence: best.confidence,
    conflicts: others.map(({ entityId, sourceId }) => {
      const { entity_id, proper_name, hidden } = nameFor(entityId, around);
      const source = hidden ? null : (around.sources.get(sourceId)?.name ?? sourceId);
      return { entity_id, proper_name, source, addresses: null };
    }),
  };
}

/**
 * Returns what an address inherits from its cluster: the only entity in it; with several, none is attributed and all are
 * listed.
 */
export function presentInherited(
  counts: readonly { readonly entity: string; readonly n: number }[],
  around: Context,
): Attribution {
  const only = counts.length === 1 ? (counts[0]?.entity ?? null) : null;
  const name = named(only, around);
  return {
    ...around.place,
    ...nothing,
    ...name,
    label: name.entity,
    kind: 'inherited',
    confidence: only === null ? 0 : inheritedConfidence,
    source: 'cluster',
    sourceName: 'Co-spend cluster',
    conflicts:
      only === null
        ? counts.map(({ entity, n }) => {
            const { entity_id, proper_name } = nameFor(entity, around);
            return { entity_id, proper_name, source: null, addresses: n };
          })
        : [],
  };
}
