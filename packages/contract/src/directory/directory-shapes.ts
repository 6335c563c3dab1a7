import { z } from 'zod';
import { blockchain } from '../explorer/chain-shapes.ts';
import { directoryFieldNames, fallbackLogos } from './directory-fields.ts';

const text = z.string().nullable();
const flag = z.boolean().nullable();

/** Name of a field that sources state. */
export const directoryFieldName = z.enum(directoryFieldNames);

/**
 * An entity. `null`: unknown; `false`: stated by a source. Beyond: aliases, registrations, programs, listings
 * of countries, `version`.
 */
export const entityRecord = z.object({
  _id: z.string(),
  entity_id: z.string(),
  proper_name: z.string(),
  entity_type: text,
  parent_id: text,
  ceo: text,
  key_personnel: text,
  ticker: text,
  year_founded: z.int().nullable(),
  ens_address: text,
  url: text,
  contact_phone: text,
  contact_address: text,
  contact_twitter: text,
  contact_telegram: text,
  contact_email: text,
  legal_info_url: text,
  /** Name of the last editor; null: unchanged since the sources. */
  user: text,
  date_updated: z.iso.datetime(),
  /** Descriptions of all sources, separated by empty lines, without repetitions. */
  description_merged: text,
  note: text,
  logo: text,
  fallback_logo: z.enum(fallbackLogos),
  ofac: flag,
  dead: flag,
  centralized: flag,
  no_kyc_req: flag,
  revisit_site: flag,
  social_media_profile: text,
  social_media_profile_2: text,
  social_media_profile_3: text,
  social_media_profile_4: text,
  associate_country_1: text,
  associate_country_2: text,
  associate_country_3: text,
  associate_country_4: text,
  associate_country_5: text,
  associate_country_6: text,
  entity_tag1: text,
  entity_tag2: text,
  entity_tag3: text,
  entity_tag4: text,
  entity_tag5: text,
  entity_tag6: text,
  entity_tag7: text,
  aliases: z.array(z.string()),
  registrations: z.array(z.string()),
  programs: z.array(z.string()),
  fatf_status: text,
  eu_status: text,
  /** Number of the release that changed it last: the base version of an edit. */
  version: z.int().nonnegative(),
  /** True if the caller's organization hides such entities: the record has no content. */
  hidden: z.boolean(),
});
export type EntityRecord = z.infer<typeof entityRecord>;

/** An entity of the complete list: unknown fields are omitted, the description is cut to 300 characters. */
export const entityListItem = entityRecord.partial().required({
  _id: true,
  entity_id: true,
  proper_name: true,
  fallback_logo: true,
  date_updated: true,
  version: true,
});
export type EntityListItem = z.infer<typeof entityListItem>;

/** Source of a value. */
export const directorySource = z.object({
  id: z.string(),
  name: z.string(),
  importer: z.string(),
  url: text,
  license: text,
  acknowledgment: text,
  /** The lower, the earlier it is believed; editors have 0. */
  rank: z.int().nonnegative(),
  /** Date of the data as stated by the source. */
  dataDate: text,
  retrievedAt: z.iso.datetime().nullable(),
  /** Time of the last import; null if none. */
  entities: z.int().nonnegative().nullable(),
  attributions: z.int().nonnegative().nullable(),
  refused: z.int().nonnegative().nullable(),
  otherChains: z.int().nonnegative().nullable(),
  /** The first rows that could not be used, with place and reason. */
  refusedSample: z.array(z.object({ place: z.string(), reason: z.string() })),
});
export type DirectorySource = z.infer<typeof directorySource>;

/** Whether a text such as 2026-01-31 is a day of the calendar. */
function isDate(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day);
}

/** Calendar date (UTC). */
export const directoryDate = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'Please enter a date such as 2026-01-31')
  .refine(isDate, 'The date does not exist');

/** One statement about a field, and whether it counts. */
export const fieldStatement = z.object({
  /** Null: explicitly empty (editors only). */
  value: text,
  source: z.string(),
  sourceName: z.string(),
  license: text,
  /** The source's own name of the subject. */
  localId: z.string(),
  /** Link or place in the source. */
  ref: text,
  /** When it was first read from the source. */
  retrieved: z.iso.datetime(),
  confidence: z.int().min(0).max(100),
  validFrom: directoryDate.nullable(),
  validTo: directoryDate.nullable(),
  /** It counts in the record. */
  won: z.boolean(),
  /**
   * Why it applies or not: `chosen`, `same` (same value as the chosen one), `overruled`, `not_valid` (on that day),
   * `over_limit`.
   */
  because: z.enum(['chosen', 'same', 'overruled', 'not_valid', 'over_limit']),
});
export type FieldStatement = z.infer<typeof fieldStatement>;

/** A field of a profile with all statements. */
export const fieldProvenance = z.object({
  field: directoryFieldName,
  /** What counts, in order; empty where nothing does. */
  values: z.array(z.string()),
  /** What decided: `editor`, `rank`, `confidence`, `newest`, `text`, `only` (the only statement), `union` (several values). */
  rule: z.enum(['editor', 'rank', 'confidence', 'newest', 'text', 'only', 'union']),
  /** Sources contradict each other. */
  conflict: z.boolean(),
  statements: z.array(fieldStatement),
});
export type FieldProvenance = z.infer<typeof fieldProvenance>;

/** An entity named beside another one. */
export const entityName = z.object({
  entity_id: z.string(),
  proper_name: z.string(),
  entity_type: text,
  fallback_logo: z.enum(fallbackLogos),
  hidden: z.boolean(),
});
export type EntityName = z.infer<typeof entityName>;

/** Type of attribution. `inherited`: through the co-spend cluster; `derived`: suggested by a rule. */
export const attributionKinds = ['direct', 'derived', 'inherited'] as const;
export type AttributionKind = (typeof attributionKinds)[number];

/** Owner of an address with its sources. */
export const attribution = z.object({
  blockchain,
  address: z.string(),
  /** The same. */
  addr: z.string(),
  /** Name of the entity; null where sources contradict each other about a cluster. */
  entity: text,
  entity_id: text,
  entityId: text,
  entity_type: text,
  entityType: text,
  label: text,
  name: text,
  /** Beneficial owner and custodian by name. */
  bo: text,
  custodian: text,
  kind: z.enum(attributionKinds),
  category: text,
  confidence: z.int().min(0).max(100),
  source: text,
  sourceName: text,
  license: text,
  ref: text,
  retrieved: z.iso.datetime().nullable(),
  validFrom: directoryDate.nullable(),
  validTo: directoryDate.nullable(),
  script_type: text,
  /** One of the addresses of the cluster, which names it; null if unknown or not in a cluster. */
  cospend_id: text,
  /** Other entities that sources name for it, or in its cluster. */
  conflicts: z.array(
    z.object({ entity_id: z.string(), proper_name: z.string(), source: text, addresses: z.int().nullable() }),
  ),
  hidden: z.boolean(),
});
export type Attribution = z.infer<typeof attribution>;

/** One row of an entity's addresses. */
export const entityAddress = z.object({
  /** Names the row for corrections. */
  id: z.string(),
  blockchain,
  address: z.string(),
  kind: z.enum(['direct', 'derived']),
  bo: text,
  custodian: text,
  label: text,
  category: text,
  confidence: z.int().min(0).max(100),
  source: z.string(),
  sourceName: z.string(),
  license: text,
  ref: text,
  retrieved: z.iso.datetime(),
  validFrom: directoryDate.nullable(),
  validTo: directoryDate.nullable(),
});
export type EntityAddress = z.infer<typeof entityAddress>;

/** Numbers of addresses of an entity on a chain. */
export const addressCounts = z.object({
  blockchain,
  direct: z.int().nonnegative(),
  derived: z.int().nonnegative(),
  /** Through clusters, without those named directly; null where clusters are not known. */
  inherited: z.int().nonnegative().nullable(),
});

/** Listings of a country of an entity. */
export const countryStatus = z.object({
  country: z.string(),
  entity_id: z.string(),
  name: z.string(),
  fatf: text,
  eu: text,
  ofac: flag,
});

export type CountryStatus = z.infer<typeof countryStatus>;

export const changeStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type ChangeState = (typeof changeStates)[number];
export const changeKinds = ['edit', 'create', 'delete', 'attribution', 'merge', 'unmerge'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A change of the directory, waiting or decided. */
export const directoryChange = z.object({
  id: z.string(),
  kind: z.enum(changeKinds),
  /** Proposed by someone who isn't an editor. */
  suggestion: z.boolean(),
  entityId: z.string(),
  entityName: text,
  state: z.enum(changeStates),
  baseVersion: z.int().nonnegative(),
  /** For an edit: base value and requested value; null: no value. */
  fields: z.array(
    z.object({
      field: directoryFieldName,
      before: z.array(z.string()),
      after: z.array(z.string()),
      /** Removes the editors' statement: sources apply again. */
      reset: z.boolean(),
    }),
  ),
  /** For an attribution: added, corrected, or ended. */
  attribution: z
    .object({
      action: z.enum(['add', 'correct', 'end']),
      blockchain,
      address: z.string(),
      kind: z.enum(['direct', 'derived']),
      bo: text,
      custodian: text,
      label: text,
      confidence: z.int(),
      ref: text,
      validFrom: directoryDate.nullable(),
      validTo: directoryDate.nullable(),
    })
    .nullable(),
  /** For a merge: the remaining entity. For an undone merge: the one it was merged with. */
  into: text,
  author: z.object({ id: z.string(), name: z.string() }),
  at: z.iso.datetime(),
  reason: text,
  decidedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decisionReason: text,
  /** The release that it became. */
  release: z.int().nullable(),
  /** What the caller may do with it. */
  may: z.object({ approve: z.boolean(), reject: z.boolean(), withdraw: z.boolean() }),
});
export type DirectoryChange = z.infer<typeof directoryChange>;

/** One line of an entity's history, newest first. */
export const historyEntry = z.object({
  release: z.int(),
  at: z.iso.datetime(),
  source: z.string(),
  sourceName: z.string(),
  /** Person who approved or made it, if any. */
  editor: text,
  /** null: the entity in `before` was joined with this one, or the one in `after` was separated from it again. */
  field: directoryFieldName.nullable(),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

const numbers = z.object({
  added: z.int().nonnegative(),
  removed: z.int().nonnegative(),
});
/** One change of the directory: its number is the directory's version. */
export const directoryRelease = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  kind: z.enum(['sync', 'edit', 'merge']),
  source: z.string(),
  sourceName: z.string(),
  actor: text,
  statements: numbers,
  attributions: numbers,
  /** Entities whose record changed. */
  entities: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  /** The first of what changed. */
  sample: z.array(
    z.object({
      entity_id: z.string(),
      field: z.string(),
      before: z.array(z.string()),
      after: z.array(z.string()),
    }),
  ),
});
export type DirectoryRelease = z.infer<typeof directoryRelease>;
