import { z } from 'zod';
import { blockchain, coverage } from '../explorer/chain-shapes.ts';
import { units } from '../explorer/ethereum-shapes.ts';
import { counterpartySums } from '../explorer/relations.ts';
import { endpoint } from '../endpoint.ts';
import { entityParams } from './directory.ts';
import { directoryDate, entityName } from './directory-shapes.ts';

const chainOfQuery = z.object({ blockchain });
const organizationDescription =
  'With the header `x-organization-id`, the `allowCSAM` setting of the organization applies; without it, CSAM-related entities are refused.';

/** What an answer rests on: directly attributed addresses, those of them in the ledger, and blocks. */
const basis = {
  entity_id: z.string(),
  blockchain,
  addresses: z.int().nonnegative(),
  /** Null: without a ledger, or with too many addresses. */
  seen: z.int().nonnegative().nullable(),
  height: z.int().nullable(),
  coverage,
} as const;

const point = z.object({
  date: directoryDate,
  /** Satoshis or wei, without transfers between its own addresses; null if there are too many transactions to tell. */
  received: units.nullable(),
  spent: units.nullable(),
  /** At the end of the day; null if unknown. */
  balance: units.nullable(),
});
export type EntityActivityPoint = z.infer<typeof point>;

export const getEntityActivity = endpoint({
  id: 'getEntityActivity',
  method: 'GET',
  path: '/sot/:id/activity',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Balance of an entity and what it received and sent, by day',
  description: `Of its directly attributed addresses (up to 20,000), in bitcoin or ether. Fees are part of what it sent. ${organizationDescription}`,
  params: entityParams,
  query: chainOfQuery,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      ...basis,
      /** Days with transactions, ascending; null if unknown. */
      points: z.array(point).nullable(),
    }),
  }),
});

const partner = z.object({
  /** Null: addresses that nobody attributed. */
  entity: entityName.nullable(),
  /** From it to the entity, and from the entity to it: satoshis or wei. */
  received: units,
  sent: units,
  transactions: z.int().positive(),
  /** Of those, where the amount is unknown, because an input is. */
  transactions_without_amount: z.int().nonnegative(),
});
export type EntityPartner = z.infer<typeof partner>;

export const listEntityPartners = endpoint({
  id: 'listEntityPartners',
  method: 'GET',
  path: '/sot/:id/partners',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Whom an entity receives from and sends to, in its newest transactions, largest first',
  description: `The newest 2,000 transactions (movements on Ethereum) of its directly attributed addresses (up to 20,000), in bitcoin or ether. Amounts of one transaction are divided in proportion. \`sums\` has the totals of each direction: counterparties + fees + other + unknown = amt. Transfers to addresses of the entity itself are left out. ${organizationDescription}`,
  params: entityParams,
  query: chainOfQuery,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      ...basis,
      /** Null if unknown. */
      partners: z.array(partner).nullable(),
      /** Null if unknown. */
      sums: z.object({ in: counterpartySums, out: counterpartySums }).nullable(),
      read: z.object({ transactions: z.int().nonnegative(), complete: z.boolean() }),
      /** Times of the oldest and the newest transaction that was read, in seconds since 1970; null without any. */
      from: z.int().nullable(),
      to: z.int().nullable(),
    }),
  }),
});

export const listEntityBalances = endpoint({
  id: 'listEntityBalances',
  method: 'GET',
  path: '/sot/balances',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Balances of all entities with attributed addresses, at most ten minutes old',
  description: `Entities without direct addresses are omitted. ${organizationDescription.replace('refused', 'omitted')}`,
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        entity_id: z.string(),
        /** Satoshis; null if unknown. */
        btc_bal: units.nullable(),
        /** Wei; null if unknown. */
        eth_bal: units.nullable(),
        addresses: z.int().positive(),
      }),
    ),
    at: z.iso.datetime(),
  }),
});

/** Entities of `listEntityFlows`. */
export const entityFlowLimits = { entities: 30 } as const;

export const listEntityFlows = endpoint({
  id: 'listEntityFlows',
  method: 'GET',
  path: '/sot/flows',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Flows between entities of the directory by week, at most ten minutes old',
  description: `Between the ${String(entityFlowLimits.entities)} entities with the largest known balances on a chain, from the newest 2,000 transactions (movements on Ethereum) of the direct addresses of each, in bitcoin or ether. Of what the two sides of a pair say about a week, the larger one counts: each reads its direct addresses, and names others also by clusters. ${organizationDescription.replace('refused', 'omitted')}`,
  query: chainOfQuery,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      blockchain,
      /** Largest balance first. */
      entities: z.array(
        z.object({
          entity_id: z.string(),
          /** Day of the oldest transaction that was read; null: all of them were. */
          since: directoryDate.nullable(),
        }),
      ),
      flows: z.array(
        z.object({
          from: z.string(),
          to: z.string(),
          /** Ascending, each by its Monday (UTC). */
          weeks: z.array(z.object({ week: directoryDate, amount: units, transactions: z.int().positive() })),
        }),
      ),
      /** Entities with a known balance on this chain. */
      inAll: z.int().nonnegative(),
      height: z.int().nullable(),
      coverage,
      at: z.iso.datetime(),
    }),
  }),
});

/** Calls about what entities did on the chains. */
export const entityActivityEndpoints = {
  getEntityActivity,
  listEntityPartners,
  listEntityBalances,
  listEntityFlows,
} as const;
