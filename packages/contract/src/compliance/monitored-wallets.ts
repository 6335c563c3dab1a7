import { z } from 'zod';
import { pageInfo, pageQuery } from '../account/organizations.ts';
import { blockchains } from '@hopscope/domain';
import { endpoint, inOrganization } from '../endpoint.ts';
import { texts } from '../texts.ts';
import { newAddress } from './monitoring.ts';

/** Limits of monitored wallets. */
export const walletLimits = {
  /** Characters of a descriptor or key. */
  source: 4_000,
  name: 120,
  gap: { least: 1, most: 500, usual: 20 },
} as const;

const fields = {
  name: z
    .string()
    .regex(/^\P{Cc}*$/u, texts.controlCharacters)
    .trim()
    .min(1, 'Please enter a name')
    .max(walletLimits.name),
  /** Unused addresses that are monitored after the last used one (BIP-44). */
  gapLimit: z.int().min(walletLimits.gap.least).max(walletLimits.gap.most),
};

/**
 * A descriptor (BIP-380 to BIP-389), or an extended public key (BIP-32, SLIP-132), of a Bitcoin wallet; or the address of an
 * Ethereum account.
 */
const source = z
  .string()
  .trim()
  .min(1, 'Please enter a descriptor, key, or account')
  .max(walletLimits.source);

/** States of a monitored wallet. */
export const walletStates = ['searching', 'following', 'limited'] as const;

const wallet = z.object({
  _id: z.string(),
  blockchain: z.enum(blockchains),
  name: fields.name,
  /** Null for an Ethereum account: its deposit accounts join once they have forwarded to it. */
  gapLimit: fields.gapLimit.nullable(),
  /** In canonical form, with its checksum (BIP-380); or the address of an Ethereum account. */
  descriptor: z.string(),
  clientId: z.string().nullable(),
  entityName: z.string().nullable(),
  tags: z.array(z.string()),
  outgoing: z.boolean(),
  pastFrom: z.iso.datetime().nullable(),
  /**
   * `searching`: used addresses, or deposit accounts, are still being looked for. `following`: all that exist, and those up to
   * the gap limit, are monitored.
   * `limited`: the limit of monitored addresses leaves no room for more.
   */
  state: z.enum(walletStates),
  /** Addresses that were derived and monitored, and those up to the last used one. */
  addresses: z.int().min(0),
  used: z.int().min(0),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type MonitoredWallet = z.infer<typeof wallet>;

const newWallet = newAddress
  .pick({ clientId: true, entityName: true, tags: true, outgoing: true, pastFrom: true })
  .extend({ ...fields, source, gapLimit: fields.gapLimit.default(walletLimits.gap.usual) });
export type NewMonitoredWallet = z.infer<typeof newWallet>;

const preview = z.object({
  blockchain: z.enum(blockchains),
  descriptor: z.string(),
  /** The first addresses of each branch: receiving, and change if the descriptor has two. Empty for an Ethereum account. */
  branches: z.array(z.array(z.string())),
});
export type WalletPreview = z.infer<typeof preview>;

const tag = 'monitoring';
const access = inOrganization('addresses.write', 'header');
const reading = inOrganization('addresses.read', 'header');
const byId = z.object({ id: z.string() });
const success = z.literal(true);
const one = z.object({ success, data: wallet });

const previewMonitoredWallet = endpoint({
  id: 'previewMonitoredWallet',
  method: 'POST',
  path: '/compliance/monitored-wallets/preview',
  access,
  scope: 'monitor',
  tag,
  atOnce: 2,
  summary: 'Show the first addresses of a descriptor or extended public key',
  description:
    'Stores nothing. An Ethereum account has none in advance. 400 `validation_failed` with the reason; private keys are refused. A plain `xpub` has addresses of BIP-44, a `ypub` of BIP-49, and a `zpub` of BIP-84; for others, send a descriptor.',
  body: z.object({ source }),
  response: z.object({ success, data: preview }),
});

const listMonitoredWallets = endpoint({
  id: 'listMonitoredWallets',
  method: 'GET',
  path: '/compliance/monitored-wallets',
  access: reading,
  scope: 'read',
  tag,
  summary: 'Monitored wallets of the organization, newest first',
  query: pageQuery,
  response: z.object({ success, data: z.array(wallet), ...pageInfo }),
});

const getMonitoredWallet = endpoint({
  id: 'getMonitoredWallet',
  method: 'GET',
  path: '/compliance/monitored-wallets/:id',
  access: reading,
  scope: 'read',
  tag,
  summary: 'A monitored wallet',
  params: byId,
  response: one,
});

const addMonitoredWallet = endpoint({
  id: 'addMonitoredWallet',
  method: 'POST',
  path: '/compliance/monitored-wallets',
  access,
  scope: 'monitor',
  tag,
  atOnce: 2,
  status: 201,
  summary:
    'Monitor a Bitcoin wallet by its descriptor or extended public key, or an Ethereum account with its deposit accounts',
  description:
    'Addresses of a Bitcoin wallet are monitored up to the gap limit after the last used one, and new ones join by themselves. To an Ethereum account, its deposit accounts join: those that received something at least twice, and at least twice forwarded everything to the account and never paid another one (`gapLimit` does not matter). 501 `not_supported` for an Ethereum account if the installation stores single addresses. 409 `conflict` if the wallet is already monitored. 409 `plan_limit` if the first addresses exceed the limit of monitored addresses.',
  body: newWallet,
  response: one,
});

const changeMonitoredWallet = endpoint({
  id: 'changeMonitoredWallet',
  method: 'PUT',
  path: '/compliance/monitored-wallets/:id',
  access,
  scope: 'monitor',
  tag,
  summary: 'Rename a monitored wallet, or change its gap limit',
  description: 'A smaller gap limit removes no addresses. An Ethereum account has none.',
  params: byId,
  body: z.object(fields).partial().strict(),
  response: one,
});

const deleteMonitoredWallet = endpoint({
  id: 'deleteMonitoredWallet',
  method: 'DELETE',
  path: '/compliance/monitored-wallets/:id',
  access,
  scope: 'monitor',
  tag,
  summary: 'Stop monitoring a wallet and the addresses that joined with it',
  description:
    'Addresses that were monitored before, or that another monitored wallet has too, stay. Transactions and change histories are kept.',
  params: byId,
  response: z.object({ success, deleted: z.literal(true) }),
});

/** Calls of wallets that an organization monitors. */
export const monitoredWalletEndpoints = {
  previewMonitoredWallet,
  listMonitoredWallets,
  getMonitoredWallet,
  addMonitoredWallet,
  changeMonitoredWallet,
  deleteMonitoredWallet,
} as const;
