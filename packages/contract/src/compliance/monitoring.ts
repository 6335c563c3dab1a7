import { z } from 'zod';
import { blockchain } from '../explorer/chain-shapes.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { pageInfo, pageQuery } from '../account/organizations.ts';
import { texts } from '../texts.ts';

const ok = z.literal(true);
const tag = 'monitoring';
const line = (most: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, texts.controlCharacters)
    .trim()
    .max(most);

export const monitoringLimits = {
  /** Addresses in one answer of the whole list. */
  list: 10_000,
  /** Addresses of one bulk call. */
  bulk: 10_000,
  /** Bytes of its body. */
  bulkBytes: 16 * 1024 * 1024,
  tags: 20,
  notes: 5_000,
} as const;

/** Editable fields of a monitored address. */
const fields = {
  /** The organization's own ID of the owner. */
  clientId: line(200).nullable(),
  notes: z
    .string()
    .regex(/^(?:\P{Cc}|[\n\r\t])*$/u, texts.controlCharacters)
    .trim()
    .max(monitoringLimits.notes)
    .nullable(),
  tags: z.array(line(60).min(1)).max(monitoringLimits.tags),
  entityName: line(300).nullable(),
  /** 0 to 100: instead of the organization's. */
  riskThreshold: z.int().min(0).max(100).nullable(),
  isActive: z.boolean(),
  /** Outgoing transactions count too. */
  outgoing: z.boolean(),
};
export type MonitoredField = keyof typeof fields;
export const monitoredFields = Object.keys(fields) as readonly MonitoredField[];

/** A monitored address. */
const monitoredAddress = z.object({
  _id: z.string(),
  address: z.string(),
  blockchain,
  ...fields,
  /** Requested screening of past transactions; `done` once all of them are listed. */
  past: z.object({ from: z.iso.datetime(), done: z.boolean() }).nullable(),
  /** The monitored wallet that it joined with. */
  walletId: z.string().nullable(),
  /** Counts its changes, from 1. */
  version: z.int().min(1),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type MonitoredAddress = z.infer<typeof monitoredAddress>;

/** A monitored address with what was screened of it. */
const monitoredAddressRow = monitoredAddress.extend({
  screened: z.object({
    transactions: z.int().nonnegative(),
    /** Time of the newest one; null without any. */
    latest: z.iso.datetime().nullable(),
    /** Highest score of them, 0 to 100; null if none has one. */
    highestScore: z.int().nullable(),
  }),
});
export type MonitoredAddressRow = z.infer<typeof monitoredAddressRow>;

/** Body of a new monitored address; rows of a bulk call are validated individually. */
export const newAddress = z.object({
  address: z.string().trim().min(1, 'Please input the address').max(200),
  blockchain: blockchain.default('bitcoin'),
  clientId: fields.clientId.optional(),
  notes: fields.notes.optional(),
  tags: fields.tags.optional(),
  entityName: fields.entityName.optional(),
  riskThreshold: fields.riskThreshold.optional(),
  outgoing: fields.outgoing.optional(),
  /** Also screens transactions since this time; otherwise only new ones. */
  pastFrom: z.iso.datetime({ offset: true }).optional(),
});
export type NewMonitoredAddress = z.infer<typeof newAddress>;

/** Previous value of a field; null: none. */
const changedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
const idParams = z.object({ id: z.string() });
const header = inOrganization('addresses.read', 'header');
const writing = inOrganization('addresses.write', 'header');
const one = z.object({ success: ok, data: monitoredAddress });
const list = z.object({ success: ok, data: z.array(monitoredAddress), ...pageInfo });

const listMonitoredAddresses = endpoint({
  id: 'listMonitoredAddresses',
  method: 'GET',
  path: '/compliance/monitored-addresses',
  access: header,
  scope: 'read',
  tag,
  summary: 'All monitored addresses of the organization, newest first',
  description: `At most ${String(monitoringLimits.list)} per response; set \`limit\` for smaller pages.`,
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(monitoringLimits.list).default(monitoringLimits.list),
  }),
  response: list,
});

const filterMonitoredAddresses = endpoint({
  id: 'filterMonitoredAddresses',
  method: 'GET',
  path: '/compliance/monitored-addresses/filter',
  access: header,
  scope: 'read',
  tag,
  summary: 'Monitored addresses that match all filters, with their screened transactions',
  query: pageQuery.extend({
    blockchain: blockchain.optional(),
    status: z.enum(['active', 'inactive']).optional(),
    clientId: z.string().max(200).optional(),
    tag: z.string().max(60).optional(),
    /** Addresses that joined with a monitored wallet. */
    walletId: z.string().max(60).optional(),
    /** Part of the address, client id, entity name or notes. */
    search: z.string().max(200).optional(),
  }),
  response: z.object({ success: ok, data: z.array(monitoredAddressRow), ...pageInfo }),
});

const addMonitoredAddress = endpoint({
  id: 'addMonitoredAddress',
  method: 'POST',
  path: '/compliance/monitored-addresses',
  access: writing,
  scope: 'monitor',
  tag,
  summary: 'Monitor an address',
  description:
    '409 `conflict` if the address is already monitored, in any notation. 409 `plan_limit` above the limit of monitored addresses set by the operator.',
  status: 201,
  body: newAddress,
  response: one,
});

const addMonitoredAddressOf = endpoint({
  id: 'addMonitoredAddressOf',
  method: 'POST',
  path: '/compliance/organizations/:id/monitored-addresses',
  access: inOrganization('addresses.write'),
  scope: 'monitor',
  tag,
  summary: 'Monitor an address of the organization in the path',
  status: 201,
  params: idParams,
  body: newAddress,
  response: one,
});

const addMonitoredAddresses = endpoint({
  id: 'addMonitoredAddresses',
  method: 'POST',
  path: '/compliance/monitored-addresses/bulk',
  access: writing,
  scope: 'monitor',
  tag,
  summary: 'Monitor many addresses; each row has its own result',
  description: `At most ${String(monitoringLimits.bulk)} per call. Valid rows are added; rejected rows have a reason. A row is rejected if its address is already monitored or a duplicate. If the rows exceed the limit of monitored addresses, none is added: 409 \`plan_limit\`.`,
  maxBytes: monitoringLimits.bulkBytes,
  maxValues: monitoringLimits.bulk * 40,
  inThread: true,
  atOnce: 2,
  body: z.object({ addresses: z.array(z.unknown()).min(1).max(monitoringLimits.bulk) }),
  response: z.object({
    success: ok,
    /** `row`: place in the call, from 0. */
    successful: z.array(z.object({ row: z.int(), _id: z.string(), address: z.string() })),
    failed: z.array(z.object({ row: z.int(), address: z.string().nullable(), reason: z.string() })),
  }),
});

const changeMonitoredAddress = endpoint({
  id: 'changeMonitoredAddress',
  method: 'PUT',
  path: '/compliance/monitored-addresses/:id',
  access: writing,
  scope: 'monitor',
  tag,
  summary: 'Change a monitored address, with a reason',
  description:
    'With `version`, 409 `changed_meanwhile` if the address has changed since. `address` and `blockchain` can be sent but not changed (400): add the other address instead.',
  params: idParams,
  body: z.object({
    statusChangeReason: line(1_000).min(1, 'Please enter a reason'),
    version: z.int().min(1).optional(),
    updateData: z
      .object({ ...fields, address: z.string().max(200), blockchain })
      .partial()
      .strict(),
  }),
  response: one,
});

const screenMonitoredPast = endpoint({
  id: 'screenMonitoredPast',
  method: 'POST',
  path: '/compliance/monitored-addresses/:id/past',
  access: writing,
  scope: 'monitor',
  tag,
  summary: 'Screen past transactions of a monitored address',
  description:
    'Runs in the background, newest first. Listed transactions do not change; a later call with an earlier date continues from there.',
  params: idParams,
  body: z.object({ from: z.iso.datetime({ offset: true }) }),
  response: one,
});

const deleteMonitoredAddress = endpoint({
  id: 'deleteMonitoredAddress',
  method: 'DELETE',
  path: '/compliance/monitored-addresses/:id',
  access: writing,
  scope: 'monitor',
  tag,
  summary: 'Stop monitoring an address; its history stays',
  params: idParams,
  response: z.object({ success: ok, deleted: z.literal(true) }),
});

const getMonitoredAddress = endpoint({
  id: 'getMonitoredAddress',
  method: 'GET',
  path: '/compliance/monitored-addresses/:id',
  access: header,
  scope: 'read',
  tag,
  summary: 'One monitored address',
  params: idParams,
  response: z.object({ success: ok, data: monitoredAddress }),
});

const getMonitoredAddressHistory = endpoint({
  id: 'getMonitoredAddressHistory',
  method: 'GET',
  path: '/compliance/monitored-addresses/:id/history',
  access: header,
  scope: 'read',
  tag,
  summary: 'Changes to a monitored address, newest first; also works for deleted addresses',
  params: idParams,
  query: pageQuery,
  response: z.object({
    success: ok,
    data: z.array(
      z.object({
        _id: z.string(),
        changeType: z.enum(['create', 'update', 'delete']),
        /** Null: the whole entry. */
        fieldName: z.string().nullable(),
        oldValue: changedValue,
        newValue: changedValue,
        /** The reason. */
        notes: z.string().nullable(),
        timestamp: z.iso.datetime(),
        changedById: z.object({ _id: z.string(), name: z.string() }),
      }),
    ),
    ...pageInfo,
  }),
});

export const monitoringEndpoints = {
  listMonitoredAddresses,
  filterMonitoredAddresses,
  addMonitoredAddress,
  addMonitoredAddressOf,
  addMonitoredAddresses,
  changeMonitoredAddress,
  screenMonitoredPast,
  deleteMonitoredAddress,
  getMonitoredAddress,
  getMonitoredAddressHistory,
} as const;
