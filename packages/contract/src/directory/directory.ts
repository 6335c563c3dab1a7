import { z } from 'zod';
import { blockchain, coverage, sats } from '../explorer/chain-shapes.ts';
import {
  addressCounts,
  attribution,
  attributionKinds,
  countryStatus,
  directoryDate,
  directoryRelease,
  directorySource,
  entityAddress,
  entityListItem,
  entityName,
  entityRecord,
  fieldProvenance,
  historyEntry,
} from './directory-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { pageInfo, pageQuery } from '../account/organizations.ts';

/** An entity's id in a path: small letters, digits, hyphens. */
export const entityIdText = z.string().min(1).max(100);
export const entityParams = z.object({ id: entityIdText });

const organizationDescription =
  'With the header `x-organization-id`, the `allowCSAM` setting of the organization applies; without it, CSAM-related entities are hidden.';
/** The directory as it was at the end of a day (UTC). */
const asOf = z.object({ asOf: directoryDate.optional() });

/** What an answer rests on. */
const directoryState = {
  /** Number of the newest release that the answer knows of. */
  version: z.int().nonnegative(),
  asOf: directoryDate.nullable(),
} as const;

export const listEntities = endpoint({
  id: 'listEntities',
  method: 'GET',
  path: '/sot',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'All entities by ID, for client-side search',
  description: `Compact: unknown fields are omitted. Supports \`ETag\` and \`If-None-Match\` (304). ${organizationDescription}`,
  query: asOf,
  response: z.object({ success: z.literal(true), data: z.array(entityListItem), ...directoryState }),
});

export const getEntity = endpoint({
  id: 'getEntity',
  method: 'GET',
  path: '/sot/:id',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Profile of an entity: record, statements of each source by field, relations',
  description: `404 for an unknown ID. The ID of a merged entity returns the remaining one (\`mergedFrom\`). ${organizationDescription}`,
  params: entityParams,
  query: asOf,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      entity: entityRecord,
      /** Requested ID, if its entity was merged into this one. */
      mergedFrom: z.string().nullable(),
      fields: z.array(fieldProvenance),
      relations: z.object({
        /** From the nearest parent up. */
        parents: z.array(entityName),
        children: z.array(entityName),
        childCount: z.int().nonnegative(),
        custodians: z.array(z.string()),
        beneficialOwners: z.array(z.string()),
        /** Of custodians and owners, all; the lists carry the first 100. */
        custodianCount: z.int().nonnegative(),
        beneficialOwnerCount: z.int().nonnegative(),
      }),
      addresses: z.array(addressCounts),
      countries: z.array(countryStatus),
      /** Changes that wait for a decision. */
      pending: z.int().nonnegative(),
      may: z.object({ edit: z.boolean(), suggest: z.boolean() }),
      /** A second editor has to approve. */
      fourEyes: z.boolean(),
    }),
    ...directoryState,
  }),
});

export const getEntityHistory = endpoint({
  id: 'getEntityHistory',
  method: 'GET',
  path: '/sot/:id/history',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'History of an entity, newest first',
  description: organizationDescription,
  params: entityParams,
  query: pageQuery,
  response: z.object({ success: z.literal(true), data: z.array(historyEntry), ...pageInfo }),
});

export const listEntityAddresses = endpoint({
  id: 'listEntityAddresses',
  method: 'GET',
  path: '/sot/:id/addresses',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Addresses of an entity, one row per address and source, direct ones first',
  description: `Inherited addresses are counted in the profile; list them through the clusters. ${organizationDescription}`,
  params: entityParams,
  query: pageQuery.extend({
    ...asOf.shape,
    blockchain: blockchain.optional(),
    kind: z.enum(attributionKinds).exclude(['inherited']).optional(),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(entityAddress),
    /** Different addresses among all rows. */
    addresses: z.int().nonnegative(),
    ...pageInfo,
    ...directoryState,
  }),
});

export const listEntityClusters = endpoint({
  id: 'listEntityClusters',
  method: 'GET',
  path: '/sot/:id/clusters',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Co-spend clusters attributed to one entity only, largest first; their addresses are inherited',
  description: `\`getAddressCluster\` of a cluster's \`cospend_id\` lists its addresses. ${organizationDescription}`,
  params: entityParams,
  query: pageQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        /** The address that names the cluster. */
        cospend_id: z.string(),
        /** Addresses in it, and those of them that sources name directly; the rest is inherited. */
        size: z.int().positive(),
        direct: z.int().positive(),
      }),
    ),
    /** False if clusters are unknown, or the entity has too many direct addresses. */
    known: z.boolean(),
    ...pageInfo,
  }),
});

export const getDirectoryUpdate = endpoint({
  id: 'getDirectoryUpdate',
  method: 'GET',
  path: '/sot/last-update',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'The last five finished jobs, newest first, and the directory version',
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        _id: z.string(),
        updatedAt: z.iso.datetime(),
        success: z.boolean(),
        /** Statements and attributions that changed. */
        count: z.int().nonnegative(),
        error: z.string().nullable(),
      }),
    ),
    version: z.int().nonnegative(),
    /** Time of the newest release; null: the directory is empty. */
    updatedAt: z.iso.datetime().nullable(),
    entities: z.int().nonnegative(),
    attributions: z.int().nonnegative(),
  }),
});

export const listDirectorySources = endpoint({
  id: 'listDirectorySources',
  method: 'GET',
  path: '/sot/sources',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Sources of the directory, with license and acknowledgment',
  response: z.object({ success: z.literal(true), data: z.array(directorySource) }),
});

export const listDirectoryReleases = endpoint({
  id: 'listDirectoryReleases',
  method: 'GET',
  path: '/sot/releases',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Directory changes, newest first',
  description: organizationDescription,
  query: pageQuery.extend({ source: z.string().max(60).optional() }),
  response: z.object({ success: z.literal(true), data: z.array(directoryRelease), ...pageInfo }),
});

export const getUniqueValues = endpoint({
  id: 'getUniqueValues',
  method: 'GET',
  path: '/attribution/entity/:id/unique-values',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Custodians and beneficial owners named by attributions of an entity',
  description: `At most 1000 of each; the counts are exact. ${organizationDescription}`,
  params: entityParams,
  query: asOf,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      unique_custodians: z.array(z.string()),
      unique_bos: z.array(z.string()),
      custodian_count: z.int().nonnegative(),
      bo_count: z.int().nonnegative(),
    }),
  }),
});

/** Addresses of either chain, each processed separately. */
const addressList = z.object({ addresses: z.array(z.string().max(120)).min(1).max(1000) });
/** Texts that are no address of a chain that is known here. */
const invalid = z.array(z.string());

export const attributeAddresses = endpoint({
  id: 'attributeAddresses',
  method: 'POST',
  path: '/attribution/addresses',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Attributions of up to 1000 addresses; unknown ones are omitted',
  description: `The best attribution of each address: direct ones first, then by source, confidence, and date; otherwise inherited from its cluster. \`asOf\` covers direct and derived attributions only. ${organizationDescription}`,
  query: asOf,
  body: addressList,
  response: z.object({ success: z.literal(true), data: z.array(attribution), invalid, ...directoryState }),
});

export const attributeByAddress = endpoint({
  id: 'attributeByAddress',
  method: 'POST',
  path: '/blockchain/attributions',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Attributions keyed by the requested address, with entity records',
  description: organizationDescription,
  query: asOf,
  body: addressList,
  response: z.object({
    success: z.literal(true),
    data: z.record(z.string(), attribution),
    referenceData: z.record(z.string(), entityListItem),
    /**
     * Ethereum addresses that the issuer of a token has frozen, or whose tokens it destroyed. Null with `asOf`, and without
     * blocks of Ethereum.
     */
    frozen: z.array(z.string()).nullable(),
    /**
     * To whom Ethereum addresses among these that are deposit contracts pass on everything that they are paid. Null with `asOf`,
     * and without blocks of Ethereum.
     */
    depositsTo: z.record(z.string(), z.string()).nullable(),
    invalid,
    ...directoryState,
  }),
});

export const getBitcoinAttribution = endpoint({
  id: 'getBitcoinAttribution',
  method: 'GET',
  path: '/blockchain/bitcoin/attribution/:address',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Attribution of a Bitcoin address; 404 if unknown',
  description: organizationDescription,
  params: z.object({ address: z.string().max(120) }),
  query: asOf,
  response: z.object({ success: z.literal(true), data: attribution }),
});

export const getEntityBalanceSheet = endpoint({
  id: 'getEntityBalanceSheet',
  method: 'GET',
  path: '/entity-balance-sheet/:id',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Balance of the directly attributed addresses of an entity',
  description: `\`btc_bal\` in satoshis; null if unknown (no ledger, or too many addresses to add up). ${organizationDescription}`,
  params: entityParams,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      entity_id: z.string(),
      btc_bal: sats.nullable(),
      /** Wei as decimal text. */
      eth_bal: z.string().nullable(),
      covers: z.object({
        bitcoin: z.object({
          /** Directly attributed addresses, and of these the ones that the ledger has seen. */
          addresses: z.int().nonnegative(),
          seen: z.int().nonnegative().nullable(),
          height: z.int().nullable(),
          coverage,
        }),
        ethereum: z.object({
          addresses: z.int().nonnegative(),
          seen: z.int().nonnegative().nullable(),
          height: z.int().nullable(),
          coverage,
        }),
      }),
    }),
  }),
});

/** Calls that read the directory. */
export const directoryEndpoints = {
  listEntities,
  getEntity,
  getEntityHistory,
  listEntityAddresses,
  listEntityClusters,
  getDirectoryUpdate,
  listDirectorySources,
  listDirectoryReleases,
  getUniqueValues,
  attributeAddresses,
  attributeByAddress,
  getBitcoinAttribution,
  getEntityBalanceSheet,
} as const;
