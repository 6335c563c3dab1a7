import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';

/** Schemas of SCIM 2.0 (RFC 7643, section 8.7; RFC 7644, section 3). */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  provider: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

/** Resources that a list returns at most. */
export const scimPageLimit = 200;
/** Operations that a change has at most, and members that a group is given at once. */
const mostItems = 10_000;

const text = (max: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u)
    .trim()
    .max(max);
const optionalText = (max: number) => text(max).nullish();
const schemas = z.array(z.string().max(200)).max(20).optional();
/** Some identity providers send text. */
const truth = z.union([z.boolean(), z.stringbool()]);

/** A user as an identity provider sends it; other attributes are ignored. */
export const scimUser = z.object({
  schemas,
  externalId: optionalText(255),
  /** An email address, unless `emails` has one. */
  userName: text(254).min(1),
  name: z
    .object({ givenName: optionalText(100), familyName: optionalText(100), formatted: optionalText(200) })
    .nullish(),
  displayName: optionalText(200),
  emails: z
    .array(z.object({ value: text(254), primary: truth.optional() }))
    .max(20)
    .nullish(),
  active: truth.default(true),
});
export type ScimUser = z.output<typeof scimUser>;

/** A group as an identity provider sends it. */
export const scimGroup = z.object({
  schemas,
  externalId: optionalText(255),
  displayName: text(255).min(1),
  members: z
    .array(z.object({ value: z.string().max(200) }))
    .max(mostItems)
    .nullish(),
});
export type ScimGroup = z.output<typeof scimGroup>;

/** A change of a resource (RFC 7644, section 3.5.2). */
export const scimPatchBody = z.object({
  schemas,
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .max(10)
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(mostItems),
});
export type ScimOperation = z.output<typeof scimPatchBody>['Operations'][number];

const meta = z.object({
  resourceType: z.enum(['User', 'Group']),
  created: z.iso.datetime(),
  lastModified: z.iso.datetime(),
  location: z.string(),
});
/** Also has the location as `$ref`, which isn't declared: readers of the API document take a field of that name for a reference. */
const reference = z.looseObject({ value: z.string(), display: z.string() });

export const scimUserAnswer = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  userName: z.string(),
  name: z.object({ givenName: z.string(), familyName: z.string(), formatted: z.string() }),
  displayName: z.string(),
  emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() })),
  active: z.boolean(),
  groups: z.array(reference),
  meta,
});
export type ScimUserAnswer = z.output<typeof scimUserAnswer>;

export const scimGroupAnswer = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  displayName: z.string(),
  members: z.array(reference).optional(),
  meta,
});
export type ScimGroupAnswer = z.output<typeof scimGroupAnswer>;

const listOf = <R extends z.ZodType>(resource: R) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.int().nonnegative(),
    startIndex: z.int().positive(),
    itemsPerPage: z.int().nonnegative(),
    Resources: z.array(resource),
  });

const listQuery = z.object({
  filter: z.string().max(1000).optional(),
  startIndex: z.coerce.number().int().max(10_000_000).default(1),
  count: z.coerce.number().int().max(10_000_000).default(100),
  excludedAttributes: z.string().max(500).optional(),
});
export type ScimListQuery = z.output<typeof listQuery>;

const shared = {
  access: inOrganization('members.provision', 'header'),
  scope: 'provision',
  tag: 'scim',
  answers: 'application/scim+json',
} as const;
const params = z.object({ id: z.string().max(200) });

const getScimConfig = endpoint({
  ...shared,
  id: 'getScimConfig',
  method: 'GET',
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'What this SCIM server supports (RFC 7643, section 5)',
  response: z.unknown(),
});
const listScimResourceTypes = endpoint({
  ...shared,
  id: 'listScimResourceTypes',
  method: 'GET',
  path: '/scim/v2/ResourceTypes',
  summary: 'Types of resources (RFC 7643, section 6)',
  response: z.unknown(),
});
const listScimSchemas = endpoint({
  ...shared,
  id: 'listScimSchemas',
  method: 'GET',
  path: '/scim/v2/Schemas',
  summary: 'Attributes of users and groups (RFC 7643, section 7)',
  response: z.unknown(),
});
const listScimUsers = endpoint({
  ...shared,
  id: 'listScimUsers',
  method: 'GET',
  path: '/scim/v2/Users',
  summary: 'Users that the identity provider manages, oldest first',
  query: listQuery,
  response: listOf(scimUserAnswer),
});
const createScimUser = endpoint({
  ...shared,
  id: 'createScimUser',
  method: 'POST',
  path: '/scim/v2/Users',
  status: 201,
  summary: 'Add a user. An account with this email is used, or created',
  description:
    'The email has to be in a domain that the operator has assigned to the organization. 409 `uniqueness` if the user exists.',
  body: scimUser,
  response: scimUserAnswer,
});
const getScimUser = endpoint({
  ...shared,
  id: 'getScimUser',
  method: 'GET',
  path: '/scim/v2/Users/:id',
  summary: 'A user',
  params,
  response: scimUserAnswer,
});
const replaceScimUser = endpoint({
  ...shared,
  id: 'replaceScimUser',
  method: 'PUT',
  path: '/scim/v2/Users/:id',
  summary: 'Replace a user; the email stays',
  params,
  body: scimUser,
  response: scimUserAnswer,
});
const changeScimUser = endpoint({
  ...shared,
  id: 'changeScimUser',
  method: 'PATCH',
  path: '/scim/v2/Users/:id',
  summary: 'Change a user. `active` false ends the membership and all sessions',
  params,
  body: scimPatchBody,
  response: scimUserAnswer,
});
const deleteScimUser = endpoint({
  ...shared,
  id: 'deleteScimUser',
  method: 'DELETE',
  path: '/scim/v2/Users/:id',
  status: 204,
  summary: 'Remove a user: ends the membership and all sessions; the account remains',
  params,
  response: z.undefined(),
});
const listScimGroups = endpoint({
  ...shared,
  id: 'listScimGroups',
  method: 'GET',
  path: '/scim/v2/Groups',
  summary: 'Groups of the identity provider, oldest first',
  query: listQuery,
  response: listOf(scimGroupAnswer),
});
const createScimGroup = endpoint({
  ...shared,
  id: 'createScimGroup',
  method: 'POST',
  path: '/scim/v2/Groups',
  status: 201,
  summary: 'Add a group. Its name decides the role of its members',
  body: scimGroup,
  response: scimGroupAnswer,
});
const getScimGroup = endpoint({
  ...shared,
  id: 'getScimGroup',
  method: 'GET',
  path: '/scim/v2/Groups/:id',
  summary: 'A group',
  params,
  query: z.object({ excludedAttributes: z.string().max(500).optional() }),
  response: scimGroupAnswer,
});
const replaceScimGroup = endpoint({
  ...shared,
  id: 'replaceScimGroup',
  method: 'PUT',
  path: '/scim/v2/Groups/:id',
  summary: 'Replace a group and its members',
  params,
  body: scimGroup,
  response: scimGroupAnswer,
});
const changeScimGroup = endpoint({
  ...shared,
  id: 'changeScimGroup',
  method: 'PATCH',
  path: '/scim/v2/Groups/:id',
  summary: 'Change a group or its members',
  params,
  body: scimPatchBody,
  response: scimGroupAnswer,
});
const deleteScimGroup = endpoint({
  ...shared,
  id: 'deleteScimGroup',
  method: 'DELETE',
  path: '/scim/v2/Groups/:id',
  status: 204,
  summary: 'Remove a group; its members lose the role that came from it',
  params,
  response: z.undefined(),
});

/** Calls of SCIM 2.0. */
export const scimEndpoints = {
  getScimConfig,
  listScimResourceTypes,
  listScimSchemas,
  listScimUsers,
  createScimUser,
  getScimUser,
  replaceScimUser,
  changeScimUser,
  deleteScimUser,
  listScimGroups,
  createScimGroup,
  getScimGroup,
  replaceScimGroup,
  changeScimGroup,
  deleteScimGroup,
} as const;
