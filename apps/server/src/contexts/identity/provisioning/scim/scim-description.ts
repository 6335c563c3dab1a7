import { scimPageLimit, scimSchemas } from '@hopscope/contract';

type Locate = (path: string) => string;

/** What this server supports (RFC 7643, section 5). */
export function serviceProviderConfig(locate: Locate) {
  const no = { supported: false };
  return {
    schemas: [scimSchemas.provider],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: scimPageLimit },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'An API key of the organization with the scope provision, as a bearer token',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: locate('ServiceProviderConfig') },
  };
}

/** A list of descriptions. */
export function described(resources: readonly object[]) {
  return {
    schemas: [scimSchemas.list],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** Types of resources (RFC 7643, section 6). */
export function resourceTypes(locate: Locate) {
  return (['User', 'Group'] as const).map((name) => ({
    schemas: [scimSchemas.resourceType],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: name === 'User' ? scimSchemas.user : scimSchemas.group,
    meta: { resourceType: 'ResourceType', location: locate(`ResourceTypes/${name}`) },
  }));
}

interface AttributeOptions {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  uniqueness?: 'none' | 'server';
  subAttributes?: readonly object[];
}

const attribute = (name: string, options: AttributeOptions = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...options,
});

/** Attributes of users and groups (RFC 7643, section 7). */
export function resourceSchemas(locate: Locate) {
  const externalId = attribute('externalId', { caseExact: true });
  const references = (name: string, mutability: AttributeOptions['mutability']) =>
    attribute(name, {
      type: 'complex',
      multiValued: true,
      ...(mutability && { mutability }),
      subAttributes: [
        attribute('value', { caseExact: true }),
        attribute('display', { mutability: 'readOnly' }),
        attribute('$ref', { type: 'reference', caseExact: true, mutability: 'readOnly' }),
      ],
    });
  const schemas = [
    {
      id: scimSchemas.user,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        externalId,
        attribute('name', {
          type: 'complex',
          subAttributes: [attribute('givenName'), attribute('familyName'), attribute('formatted')],
        }),
        attribute('displayName'),
        attribute('active', { type: 'boolean' }),
        attribute('emails', {
          type: 'complex',
          multiValued: true,
          mutability: 'immutable',
          subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
        }),
        references('groups', 'readOnly'),
      ],
    },
    {
      id: scimSchemas.group,
      name: 'Group',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        externalId,
        references('members', 'readWrite'),
      ],
    },
  ];
  return schemas.map((schema) => ({
    schemas: [scimSchemas.schema],
    ...schema,
    description: schema.name,
    meta: { resourceType: 'Schema', location: locate(`Schemas/${schema.id}`) },
  }));
}
