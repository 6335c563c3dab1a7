import {
  type DirectorySource,
  type EntityListItem,
  type EntityName,
  type EntityRecord,
  fallbackLogoOf,
  type FieldProvenance,
  numberedFields,
} from '@hopscope/contract';
import { csamId, csamName, csamType, hiddenEntity } from '../attributions/csam.ts';
import type { EntityRow } from './entities.store.ts';
import type { EntityValues, ResolvedField } from '../releases/resolve.ts';

/** the description is truncated to 300 characters in the quick view. */
const shortDescription = 300;

function flagOf(values: readonly string[] | undefined): boolean | null {
  return values?.[0] === undefined ? null : values[0] === 'true';
}

/** Returns values of a numbered field under its names; null for missing ones. */
function numbered<const Names extends readonly string[]>(
  names: Names,
  values: readonly string[] | undefined,
): Record<Names[number], string | null> {
  return Object.fromEntries(names.map((name, i) => [name, values?.[i] ?? null])) as Record<
    Names[number],
    string | null
  >;
}

/** Joins the descriptions of sources with an empty line. */
export function mergedDescription(values: readonly string[] | undefined): string | null {
  return values === undefined || values.length === 0 ? null : values.join('\n\n');
}

/** Returns an entity. `user` is the name of who changed it last. */
export function presentEntity(
  { entityId, record, version, updatedAt }: Omit<EntityRow, 'csam' | 'updatedBy'>,
  user: string | null,
): EntityRecord {
  const one = (field: keyof EntityValues): string | null => record[field]?.[0] ?? null;
  const year = one('year_founded');
  return {
    _id: entityId,
    entity_id: entityId,
    proper_name: one('proper_name') ?? entityId,
    entity_type: one('entity_type'),
    parent_id: one('parent_id'),
    ceo: one('ceo'),
    key_personnel: one('key_personnel'),
    ticker: one('ticker'),
    year_founded: year === null ? null : Number(year),
    ens_address: one('ens_address'),
    url: one('url'),
    contact_phone: one('contact_phone'),
    contact_address: one('contact_address'),
    contact_twitter: one('contact_twitter'),
    contact_telegram: one('contact_telegram'),
    contact_email: one('contact_email'),
    legal_info_url: one('legal_info_url'),
    user,
    date_updated: updatedAt.toISOString(),
    description_merged: mergedDescription(record.description),
    note: one('note'),
    logo: one('logo'),
    fallback_logo: fallbackLogoOf(one('entity_type')),
    ofac: flagOf(record.ofac),
    dead: flagOf(record.dead),
    centralized: flagOf(record.centralized),
    no_kyc_req: flagOf(record.no_kyc_req),
    revisit_site: flagOf(record.revisit_site),
    ...numbered(numberedFields.social_media_profile, record.social_media_profile),
    ...numbered(numberedFields.associate_country, record.associate_country),
    ...numbered(numberedFields.entity_tag, record.entity_tag),
    aliases: [...(record.alias ?? [])],
    registrations: [...(record.registration ?? [])],
    programs: [...(record.program ?? [])],
    fatf_status: one('fatf_status'),
    eu_status: one('eu_status'),
    version,
    hidden: false,
  };
}

/** Returns the record of a hidden entity: only that there is one. */
export function presentHidden({
  version,
  updatedAt,
}: Pick<EntityRow, 'version' | 'updatedAt'>): EntityRecord {
  const record = { proper_name: [csamName], entity_type: [csamType] };
  return { ...presentEntity({ entityId: csamId, record, version, updatedAt }, null), hidden: true };
}

/** Returns an entity without unknown fields, with a truncated description. */
export function presentListItem(row: Omit<EntityRow, 'csam' | 'updatedBy'>): EntityListItem {
  const {
    description_merged: description,
    user: _user,
    hidden: _hidden,
    ...record
  } = presentEntity(row, null);
  const short = description === null ? null : Array.from(description).slice(0, shortDescription).join('');
  const known = Object.entries({ ...record, description_merged: short }).filter(
    ([, value]) => value !== null && (!Array.isArray(value) || value.length > 0),
  );
  return Object.fromEntries(known) as EntityListItem;
}

export function presentName(
  row: Pick<EntityRow, 'entityId' | 'record' | 'csam'>,
  canSeeRestricted: boolean,
): EntityName {
  if (row.csam && !canSeeRestricted) return hiddenEntity;
  const type = row.record.entity_type?.[0] ?? null;
  return {
    entity_id: row.entityId,
    proper_name: row.record.proper_name?.[0] ?? row.entityId,
    entity_type: type,
    fallback_logo: fallbackLogoOf(type),
    hidden: false,
  };
}

/** Returns a field with all statements about it. */
export function presentField(
  field: FieldProvenance['field'],
  { values, rule, conflict, verdicts }: ResolvedField,
  sources: ReadonlyMap<string, DirectorySource>,
): FieldProvenance {
  return {
    field,
    values: [...values],
    rule,
    conflict,
    statements: verdicts.map(({ statement, because }) => ({
      value: statement.value,
      source: statement.sourceId,
      sourceName: sources.get(statement.sourceId)?.name ?? statement.sourceId,
      license: sources.get(statement.sourceId)?.license ?? null,
      localId: statement.localId,
      ref: statement.ref,
      retrieved: new Date(statement.retrievedAt).toISOString(),
      confidence: statement.confidence,
      validFrom: statement.validFrom,
      validTo: statement.validTo,
      won: because === 'chosen' || because === 'same',
      because,
    })),
  };
}
