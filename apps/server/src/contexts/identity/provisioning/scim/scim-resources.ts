import {
  type ScimGroupAnswer,
  scimPageLimit,
  type ScimListQuery,
  type ScimOperation,
  scimSchemas,
  type ScimUserAnswer,
} from '@hopscope/contract';
import { ScimError, scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import type { z } from 'zod';
import { issueSentence } from '../../../../lib/issue-texts.ts';
import { scimRefusal } from './scim-error.ts';
import type { GroupLink, ScimGroupRow, ScimUserRow } from './scim.store.ts';

type Locate = (path: string) => string;

function metaOf(
  row: { id: string; created_at: Date; updated_at: Date },
  type: 'User' | 'Group',
  locate: Locate,
) {
  return {
    resourceType: type,
    created: row.created_at.toISOString(),
    lastModified: row.updated_at.toISOString(),
    location: locate(`${type}s/${row.id}`),
  };
}

export function presentScimUser(
  row: ScimUserRow,
  links: readonly GroupLink[],
  locate: Locate,
): ScimUserAnswer {
  const formatted = `${row.name} ${row.surname}`.trim();
  return {
    schemas: [scimSchemas.user],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name,
    name: { givenName: row.name, familyName: row.surname, formatted },
    displayName: formatted,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.active,
    groups: links.map(({ groupId, groupName }) => ({
      value: groupId,
      display: groupName,
      $ref: locate(`Groups/${groupId}`),
    })),
    meta: metaOf(row, 'User', locate),
  };
}

/** Without `links`, the members are left out. */
export function presentScimGroup(
  row: ScimGroupRow,
  links: readonly GroupLink[] | undefined,
  locate: Locate,
): ScimGroupAnswer {
  return {
    schemas: [scimSchemas.group],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.name,
    ...(links && {
      members: links.map(({ scimUserId, userName }) => ({
        value: scimUserId,
        display: userName,
        $ref: locate(`Users/${scimUserId}`),
      })),
    }),
    meta: metaOf(row, 'Group', locate),
  };
}

/** A page of resources: `startIndex` counts from 1 (RFC 7644, section 3.4.2.4). */
export function presentList<R>(resources: readonly R[], { startIndex, count }: ScimListQuery) {
  const from = Math.max(1, startIndex);
  const page = resources.slice(from - 1, from - 1 + Math.min(Math.max(0, count), scimPageLimit));
  return {
    schemas: [scimSchemas.list],
    totalResults: resources.length,
    startIndex: from,
    itemsPerPage: page.length,
    Resources: page,
  };
}

/** Names that would reach the prototype of an object. */
const forbiddenNames = /(?:^|[.[:])(?:__proto__|constructor|prototype)\b/i;

function hasForbiddenName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => forbiddenNames.test(key) || hasForbiddenName(member));
}

/**
 * A resource after a change, in the form in which identity providers send it. 400 with the detail error of SCIM if an operation
 * or its result is not valid.
 */
export function patched<S extends z.ZodType>(
  resource: object,
  operations: readonly ScimOperation[],
  shape: S,
): z.output<S> {
  for (const { path, value } of operations) {
    if ((path !== undefined && forbiddenNames.test(path)) || hasForbiddenName(value)) {
      throw scimRefusal('invalidPath', 'An operation has a path that is not allowed');
    }
  }
  let changed: unknown;
  try {
    changed = scimPatch(
      structuredClone(resource) as unknown as ScimResource,
      structuredClone(operations) as ScimPatchOperation[],
    );
  } catch (error) {
    if (error instanceof ScimError)
      throw scimRefusal('invalidValue', `The change is not valid: ${error.message}`);
    throw scimRefusal('invalidPath', 'The change has an operation that cannot be applied');
  }
  const result = shape.safeParse(changed);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const sentence = issueSentence({
    field: issue?.path.join('.') ?? '',
    message: issue?.message ?? 'is not valid',
  });
  throw scimRefusal('invalidValue', sentence);
}
