import { z } from 'zod';
import { blockchain, coverage, sats } from './chain-shapes.ts';
import { entityIdText } from '../directory/directory.ts';
import { endpoint } from '../endpoint.ts';
import { asset, assetTypes, ethereumCoverage, movementKinds, spamKinds, units } from './ethereum-shapes.ts';

const ok = z.literal(true);
const tag = 'blockchain';
const bitcoin = z.literal('bitcoin');
const ethereum = z.literal('ethereum');
const addressParams = z.object({ addr: z.string().max(120) });
/** A day of the calendar, UTC: `2024-02-29`. */
const day = z.iso.date();
/** A day (UTC), or seconds since 1970. */
const moment = z.union([day, z.string().regex(/^\d{1,11}$/)]);
/** Base units, at most 2^256 − 1. */
const amount = z.string().regex(/^\d{1,78}$/);

export const directions = ['in', 'out', 'self'] as const;
export const direction = z.enum(directions);

/**
 * Filter for the history of an address; a row must match all given conditions.
 * - `direction`: for Bitcoin by the sign of the net amount (0 is `self`), for an Ethereum movement by its sides.
 * - `minAmount`, `maxAmount`: base units, inclusive, compared with the absolute net amount, or with the amount of the
 * movement on Ethereum, where `asset` is required: amounts of different assets aren't comparable.
 * - `from`, `to`: block time, inclusive; a day starts with its first second (`from`) and ends with its last (`to`).
 * - `counterparty`: an entity of the directory that an address on the other side is currently attributed to.
 */
export const addressFilter = {
  direction: direction.optional(),
  minAmount: amount.optional(),
  maxAmount: amount.optional(),
  from: moment.optional(),
  to: moment.optional(),
  counterparty: entityIdText.optional(),
  /** Ethereum: movements of one asset only, `ether` or the address of a token contract. */
  asset: z.string().max(42).optional(),
  /** Ethereum: also the movements that are marked as spam. */
  hidden: z.enum(['true', 'false']).default('false'),
} as const;

const yearOfActivity = z.object({ year: z.int(), transactions: z.int() });

/** A day with transactions; days without are left out. */
export const dayOfActivity = z.object({
  date: day,
  /** Distinct transactions (on Ethereum a block's own movements count as one), by the time of their block, UTC. */
  transactions: z.int(),
  /** Base units; on Ethereum ether, fees included in `spent`. */
  received: units,
  spent: units,
});
export type DayOfActivity = z.infer<typeof dayOfActivity>;

const activityFields = {
  /** All years with transactions, ascending. */
  years: z.array(yearOfActivity),
  /** Year of `days`; null if there are no transactions and no year was requested. */
  year: z.int().nullable(),
  days: z.array(dayOfActivity),
} as const;

export const getAddressActivity = endpoint({
  id: 'getAddressActivity',
  method: 'GET',
  path: '/blockchain/address/:addr/activity',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Transactions of an address by day for one year',
  description:
    'Exact for the whole stored history. Without `year`, returns the year with the most transactions, the newest if several are equal.',
  params: addressParams,
  query: z.object({ year: z.coerce.number().int().min(1970).max(9999).optional() }),
  response: z.discriminatedUnion('blockchain', [
    z.object({ success: ok, blockchain: bitcoin, ...activityFields, coverage }),
    z.object({ success: ok, blockchain: ethereum, ...activityFields, coverage: ethereumCoverage }),
  ]),
});

export const getAddressActivityDay = endpoint({
  id: 'getAddressActivityDay',
  method: 'GET',
  path: '/blockchain/address/:addr/activity/:date',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'First transaction of an address on a day',
  params: addressParams.extend({ date: day }),
  response: z.object({
    success: ok,
    data: z.object({
      blockchain,
      date: day,
      /** First in the order of the chain; null where the day has none (or only movements of a block itself). */
      first_txid: z.string().nullable(),
    }),
  }),
});

const historyFields = {
  /** What the address had at the end of each day with transactions, oldest first. */
  points: z.array(
    z.object({
      date: day,
      /** Base units of the asset; on Ethereum fees are included in `spent`. */
      received: units,
      spent: units,
      /** Base units; null if the stored blocks don't determine it: see `coverage`. */
      balance: units.nullable(),
    }),
  ),
  /**
   * Balance after each transaction in chain order, with the time of its block in seconds since 1970. Null without `steps=true`, or
   * if the address has more than 2,000 transactions (on Ethereum: movements of the asset).
   */
  steps: z.array(z.object({ timestamp: z.int(), balance: units.nullable() })).nullable(),
} as const;

export const getAddressBalanceHistory = endpoint({
  id: 'getAddressBalanceHistory',
  method: 'GET',
  path: '/blockchain/address/:addr/balance-history',
  access: 'user',
  scope: 'read',
  tag,
  atOnce: 4,
  summary: 'Balance of an address at the end of each day with transactions',
  description:
    'For bitcoin, ether, or the token with contract `asset`. Token balances are calculated on request: 400 if the address has moved the token more than 200,000 times.',
  params: addressParams,
  query: z.object({
    asset: z.string().max(42).optional(),
    /** Also the balance after each transaction. */
    steps: z.enum(['true', 'false']).default('false'),
  }),
  response: z.discriminatedUnion('blockchain', [
    z.object({ success: ok, blockchain: bitcoin, ...historyFields, coverage }),
    z.object({
      success: ok,
      blockchain: ethereum,
      /** Asset of the balances; null: an unknown token. */
      asset: asset.nullable(),
      ...historyFields,
      coverage: ethereumCoverage,
    }),
  ]),
});

export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** First line of an export as JSON Lines; the CSV has it in lines that begin with `#`. */
export const exportHead = z.object({
  kind: z.literal('head'),
  blockchain,
  address: z.string(),
  /** In words. */
  coverage: z.string(),
  /** Newest block covered by the rows; null if no block is stored. */
  height: z.int().nullable(),
  block_hash: z.string().nullable(),
  exported_at: z.iso.datetime(),
  /** Filter of the request. */
  filter: z.record(z.string(), z.string()),
  /** Cursor after which it continues. */
  after: z.string().nullable(),
});

/** Names of entities in the directory that addresses on the other side are attributed to. */
const counterparties = z.array(z.string());

/** A row of an export of a Bitcoin address; amounts are satoshis. */
export const exportedTransaction = z.object({
  kind: z.literal('row'),
  sequence: z.int(),
  time: z.iso.datetime(),
  block: z.int(),
  txid: z.string(),
  direction,
  received: sats,
  spent: sats,
  net: z.int(),
  /** Of the whole transaction; null if an input is unknown. */
  fee: sats.nullable(),
  counterparties,
  cursor: z.string(),
});

/** A row of an export of an Ethereum address; amounts are base units of the asset. */
export const exportedMovement = z.object({
  kind: z.literal('row'),
  sequence: z.int(),
  time: z.iso.datetime(),
  block: z.int(),
  /** null: it belongs to the block. */
  txid: z.string().nullable(),
  movement: z.enum(movementKinds),
  direction,
  from: z.string().nullable(),
  to: z.string().nullable(),
  asset_type: z.enum(assetTypes),
  /** null: ether. */
  contract: z.string().nullable(),
  symbol: z.string().nullable(),
  decimals: z.int().nullable(),
  token_id: z.string().nullable(),
  received: units,
  spent: units,
  status: z.enum(['success', 'failed']).nullable(),
  spam: z.enum(spamKinds).nullable(),
  counterparties,
  cursor: z.string(),
});

/** Last line: an export without it is not whole. */
export const exportEnd = z.object({ kind: z.literal('end'), rows: z.int() });

export const exportAddressTransactions = endpoint({
  id: 'exportAddressTransactions',
  method: 'GET',
  path: '/blockchain/address/:addr/transactions/export',
  access: 'user',
  scope: 'read',
  tag,
  atOnce: 3,
  summary: 'Export the history of an address, all or filtered, as CSV or JSON Lines, oldest first',
  description:
    'Streamed without a limit. Every row has a `cursor`: pass the cursor of the last complete row to continue after it. 409 `conflict` if the blocks below the cursor have changed.',
  answers: ['text/csv', 'application/x-ndjson'],
  params: addressParams,
  query: z.object({
    ...addressFilter,
    format: z.enum(exportFormats).default('csv'),
    cursor: z.string().max(200).optional(),
  }),
  response: z.string(),
});

/** The calls about the history of an address by their ids. */
export const addressEndpoints = {
  getAddressActivity,
  getAddressActivityDay,
  getAddressBalanceHistory,
  exportAddressTransactions,
} as const;
