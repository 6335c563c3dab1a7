import { z } from 'zod';
import { blockchain } from '../explorer/chain-shapes.ts';
import { entityParams } from './directory.ts';
import { changeStates, directoryChange, directoryDate, directoryFieldName } from './directory-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { multilineText, pageInfo, pageQuery } from '../account/organizations.ts';

const value = z.string().max(10_000).nullable();
const flag = z.boolean().nullable();

/** Values of the edit form by their record fields; omitted fields don't change, `null` and empty text mean none. */
export const entityFormValues = z
  .object({
    proper_name: value,
    entity_type: value,
    parent_id: value,
    ceo: value,
    key_personnel: value,
    ticker: value,
    year_founded: z.union([z.int(), value]),
    ens_address: value,
    url: value,
    contact_phone: value,
    contact_address: value,
    contact_twitter: value,
    contact_telegram: value,
    contact_email: value,
    legal_info_url: value,
    description_merged: value,
    note: value,
    logo: value,
    ofac: flag,
    dead: flag,
    centralized: flag,
    no_kyc_req: flag,
    revisit_site: flag,
    social_media_profile: value,
    social_media_profile_2: value,
    social_media_profile_3: value,
    social_media_profile_4: value,
    associate_country_1: value,
    associate_country_2: value,
    associate_country_3: value,
    associate_country_4: value,
    associate_country_5: value,
    associate_country_6: value,
    entity_tag1: value,
    entity_tag2: value,
    entity_tag3: value,
    entity_tag4: value,
    entity_tag5: value,
    entity_tag6: value,
    entity_tag7: value,
    aliases: z.array(z.string().max(1000)).max(50),
    registrations: z.array(z.string().max(1000)).max(20),
    programs: z.array(z.string().max(1000)).max(20),
  })
  .partial();
export type EntityFormValues = z.infer<typeof entityFormValues>;

/** Reason, stored with the change. */
const reason = multilineText.trim().max(2000);
const baseVersion = z.int().nonnegative();
const oneChange = z.object({ success: z.literal(true), data: directoryChange });
const conflictDescription =
  '409 `changed_meanwhile` if the entity has changed since `baseVersion`; `details.base` and `details.current` have both records.';

export const editEntity = endpoint({
  id: 'editEntity',
  method: 'PUT',
  path: '/sot/:id',
  access: 'user',
  scope: 'directory',
  tag: 'directory',
  summary: 'Change an entity (directory editors); takes effect immediately, or when a second editor approves',
  description: `Unchanged values are ignored. \`reset\` removes the editors’ values of fields. ${conflictDescription}`,
  params: entityParams,
  body: entityFormValues.extend({
    baseVersion,
    reason: reason.optional(),
    reset: z.array(directoryFieldName).max(50).optional(),
  }),
  response: oneChange,
});

export const createEntity = endpoint({
  id: 'createEntity',
  method: 'POST',
  path: '/sot',
  access: 'user',
  scope: 'directory',
  tag: 'directory',
  summary: 'Add an entity (directory editors)',
  status: 201,
  body: entityFormValues.extend({
    proper_name: z.string().trim().min(1).max(200),
    entity_type: z.string().trim().min(1).max(60),
    reason: reason.optional(),
  }),
  response: oneChange,
});

export const deleteEntity = endpoint({
  id: 'deleteEntity',
  method: 'DELETE',
  path: '/sot/:id',
  access: 'user',
  tag: 'directory',
  summary: 'Remove an entity from the directory (directory editors); its history is kept',
  description: `Entities merged into it are removed too. 409 \`conflict\` for an entity that was itself merged into another one. ${conflictDescription}`,
  params: entityParams,
  body: z.object({ baseVersion, reason: reason.min(1) }),
  response: oneChange,
});

export const suggestCorrection = endpoint({
  id: 'suggestCorrection',
  method: 'POST',
  path: '/sot/:id/suggestions',
  access: 'user',
  scope: 'directory',
  tag: 'directory',
  summary: 'Suggest a correction for an editor to review',
  status: 201,
  params: entityParams,
  body: entityFormValues.extend({ baseVersion, reason: reason.min(1) }),
  response: oneChange,
});

const attributionValues = z.object({
  blockchain,
  address: z.string().max(120),
  kind: z.enum(['direct', 'derived']).default('direct'),
  bo: value.optional(),
  custodian: value.optional(),
  label: value.optional(),
  confidence: z.int().min(0).max(100),
  /** Where it can be checked: a link. */
  ref: z.string().trim().min(1).max(2000),
  validFrom: directoryDate.nullable().optional(),
  validTo: directoryDate.nullable().optional(),
});

export const changeAttribution = endpoint({
  id: 'changeAttribution',
  method: 'POST',
  path: '/sot/:id/attributions',
  access: 'user',
  scope: 'directory',
  tag: 'directory',
  summary: 'Add, correct, or end an attribution of an address to an entity (directory editors)',
  description:
    '`end` states that the address does not belong to the entity and overrules other sources. Corrections apply to the editors’ own row only.',
  status: 201,
  params: entityParams,
  body: attributionValues.extend({
    action: z.enum(['add', 'correct', 'end']),
    reason: reason.optional(),
  }),
  response: oneChange,
});

export const mergeEntities = endpoint({
  id: 'mergeEntities',
  method: 'POST',
  path: '/sot/:id/merge',
  access: 'user',
  scope: 'directory',
  tag: 'directory',
  summary: 'Merge an entity into another one (directory editors)',
  description: conflictDescription,
  status: 201,
  params: entityParams,
  body: z.object({ into: z.string().min(1).max(100), baseVersion, reason: reason.min(1) }),
  response: oneChange,
});

export const unmergeEntity = endpoint({
  id: 'unmergeEntity',
  method: 'POST',
  path: '/sot/:id/unmerge',
  access: 'user',
  scope: 'directory',
  tag: 'directory',
  summary: 'Undo a merge (directory editors); `id` is that of the merged entity',
  description:
    'The entity gets back its data from before the merge and everything sources have reported about it since. Later edits stay with the other entity. 404 for an entity that was not merged.',
  status: 201,
  params: entityParams,
  body: z.object({ reason: reason.min(1) }),
  response: oneChange,
});

export const listDirectoryChanges = endpoint({
  id: 'listDirectoryChanges',
  method: 'GET',
  path: '/sot/changes',
  access: 'user',
  scope: 'directory',
  tag: 'directory',
  summary: 'Changes, newest first: all for editors, your own otherwise',
  query: pageQuery.extend({ state: z.enum(changeStates).optional(), entity: z.string().max(100).optional() }),
  response: z.object({
    success: z.literal(true),
    data: z.array(directoryChange),
    editor: z.boolean(),
    fourEyes: z.boolean(),
    ...pageInfo,
  }),
});

const changeParams = z.object({ changeId: z.string() });
const decision = z.object({ reason: reason.optional() });

export const approveChange = endpoint({
  id: 'approveChange',
  method: 'POST',
  path: '/sot/changes/:changeId/approve',
  access: 'user',
  tag: 'directory',
  summary: 'Approve a change by someone else (directory editors); it takes effect immediately',
  description: '409 `changed_meanwhile` if one of its fields has changed since, with both records.',
  params: changeParams,
  body: decision,
  response: oneChange,
});

export const rejectChange = endpoint({
  id: 'rejectChange',
  method: 'POST',
  path: '/sot/changes/:changeId/reject',
  access: 'user',
  tag: 'directory',
  summary: 'Reject a change (directory editors)',
  params: changeParams,
  body: z.object({ reason: reason.min(1) }),
  response: oneChange,
});

export const withdrawChange = endpoint({
  id: 'withdrawChange',
  method: 'POST',
  path: '/sot/changes/:changeId/withdraw',
  access: 'user',
  scope: 'directory',
  tag: 'directory',
  summary: 'Withdraw your own undecided change',
  params: changeParams,
  response: oneChange,
});

const editor = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  grantedBy: z.string().nullable(),
  at: z.iso.datetime(),
});

export const listDirectoryEditors = endpoint({
  id: 'listDirectoryEditors',
  method: 'GET',
  path: '/sot/editors',
  access: 'operator',
  tag: 'operator',
  summary: 'Directory editors',
  query: pageQuery,
  response: z.object({ success: z.literal(true), data: z.array(editor), ...pageInfo }),
});

export const addDirectoryEditor = endpoint({
  id: 'addDirectoryEditor',
  method: 'PUT',
  path: '/sot/editors',
  access: 'operator',
  tag: 'operator',
  summary: 'Add a directory editor by account email',
  body: z.object({ email: z.email().max(254) }),
  response: z.object({ success: z.literal(true), data: editor }),
});

export const removeDirectoryEditor = endpoint({
  id: 'removeDirectoryEditor',
  method: 'DELETE',
  path: '/sot/editors/:userId',
  access: 'operator',
  tag: 'operator',
  summary: 'Remove a directory editor',
  params: z.object({ userId: z.string() }),
  response: z.object({ success: z.literal(true) }),
});

/** Calls that change the directory. */
export const directoryChangeEndpoints = {
  editEntity,
  createEntity,
  deleteEntity,
  suggestCorrection,
  changeAttribution,
  mergeEntities,
  unmergeEntity,
  listDirectoryChanges,
  approveChange,
  rejectChange,
  withdrawChange,
  listDirectoryEditors,
  addDirectoryEditor,
  removeDirectoryEditor,
} as const;
