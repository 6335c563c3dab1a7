import { isFakeToken, toChecksumAddress, toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { heightOf } from '../../shared/positions.ts';
import type { HeightRange } from '../../shared/ranges.ts';
import { findAccounts, slotOfAddress } from '../accounts/accounts.ts';
import { type AccountAuditSums, auditEthereumAccounts } from './audit-accounts.ts';
import { auditEthereumBlocks } from './audit-blocks.ts';
import { checkFacts } from './audit-facts.ts';
import { bucketOf, createEntryFingerprint, describeEntry, firstDifference } from './audit-fingerprint.ts';
import {
  type EthereumCheck,
  EthereumViolationError,
  type EthereumViolation,
  violate,
} from './audit-violation.ts';
import { findAssets, tokensIn } from '../accounts/assets.ts';
import {
  type AccountDelta,
  addBlock,
  etherAsset,
  type Effects,
  noEffects,
  type SumDelta,
} from '../accounts/effects.ts';
import type { Entry } from '../accounts/entries.ts';
import { factsIn } from '../accounts/facts.ts';
import { rewardScheduleOf } from '../blocks/schedule.ts';
import type { AssetRow, EthereumTotals } from '../model.ts';
import { readEthereumState } from '../reader.ts';
import type { StoredBlock } from '../blocks/stored-block.ts';
import { readTotals, type TotalsRow } from '../totals.ts';

export interface EthereumAuditOptions {
  slotOf?: SlotOf;
  signal?: AbortSignal;
  onProgress?(progress: { stage: 'blocks' | 'addresses'; done: number; total: number }): void;
}

export interface EthereumAuditReport {
  readonly network: string | undefined;
  readonly ranges: readonly HeightRange[];
  readonly blocks: number;
  readonly totals: EthereumTotals;
  readonly entries: number;
  readonly hasAllTraces: boolean;
  readonly openingsKnown: boolean;
}

export type EthereumAuditResult =
  | { ok: true; report: EthereumAuditReport }
  | { ok: false; violation: EthereumViolation };

/** Results of one pass over the stored blocks. */
interface ChainSide {
  blocks: number;
  readonly sums: SumDelta;
  readonly tokens: Map<number, number>;
}

/**
 * Checks every invariant of the Ethereum ledger and returns the first that is broken: recomputes the hashes of stored data,
 * and every list, holding, and sum from the stored transactions. Requires a read-only transaction of the caller. Memory
 * doesn't grow with the ledger, except for the number of assets and the longest history of one account.
 */
export async function auditEthereum(
  session: SqlSession,
  options: EthereumAuditOptions = {},
): Promise<EthereumAuditResult> {
  try {
    return { ok: true, report: await auditSession(session, options) };
  } catch (error) {
    if (error instanceof EthereumViolationError) return { ok: false, violation: error.violation };
    throw error;
  }
}

async function auditSession(
  session: SqlSession,
  options: EthereumAuditOptions,
): Promise<EthereumAuditReport> {
  const state = await readEthereumState(session);
  const totals = await readTotals(session);
  checkRanges(state.ranges);
  if (!totals && state.ranges.length > 0) violate('totals', 'The ledger has blocks, but no totals');
  const slotOf = options.slotOf ?? slotOfAddress;
  const byTx = createEntryFingerprint();
  const byAccount = createEntryFingerprint();
  const context = { session, slotOf, totals, ranges: state.ranges, options };
  let facts = 0;
  const chain = await visitBlocks(context, async (deltas, { txs }) => {
    for (const delta of deltas.values()) {
      forEntries(delta, (asset, entry) => byTx.add(delta.key, asset, entry));
      byTx.addSigns(delta.key, delta.signs);
    }
    await checkCreations(session, deltas, slotOf);
    const stated = factsIn(txs, totals?.chain.chainId ?? 0n);
    await checkFacts(session, stated);
    facts += stated.length;
  });
  let [entries, seen] = [0, 0];
  const accounts = await auditEthereumAccounts(session, {
    slotOf,
    visit(account, asset, entry) {
      entries++;
      byAccount.add(account.key, asset, entry);
    },
    end({ key, signs }) {
      byAccount.addSigns(key, signs);
      progress(options, 'addresses', ++seen, Number(state.totals.accounts));
    },
  });
  const bucket = firstDifference(byTx, byAccount);
  if (bucket !== undefined) await nameDifference(context, bucket);
  await checkAssets(session, chain.tokens, totals);
  await checkRowCounts(session, chain, { ...accounts, facts });
  checkTotals(totals, chain, accounts);
  const { ranges, hasAllTraces, openingsKnown } = state;
  return {
    network: state.chain?.network,
    ranges,
    blocks: chain.blocks,
    totals: state.totals,
    entries,
    hasAllTraces,
    openingsKnown,
  };
}

interface Context {
  readonly session: SqlSession;
  readonly slotOf: SlotOf;
  readonly totals: TotalsRow | undefined;
  readonly ranges: readonly HeightRange[];
  readonly options: EthereumAuditOptions;
}

function progress(
  { signal, onProgress }: EthereumAuditOptions,
  stage: 'blocks' | 'addresses',
  done: number,
  total: number,
): void {
  signal?.throwIfAborted();
  onProgress?.({ stage, done, total });
}

function checkRanges(ranges: readonly HeightRange[]): void {
  let before: HeightRange | undefined;
  for (const range of ranges) {
    if (range.from > range.to || range.from < 0 || (before && range.from <= before.to + 1)) {
      violate('ranges', `The range ${range.from} to ${range.to} is invalid or touches another`, {
        height: range.from,
      });
    }
    before = range;
  }
}

async function visitBlocks(
  { session, totals, ranges, options }: Context,
  visit: (deltas: Effects['accounts'], block: StoredBlock) => Promise<void>,
): Promise<ChainSide> {
  const chain: ChainSide = { blocks: 0, sums: noEffects().sums, tokens: new Map() };
  const total = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const assets = new Map<string, AssetRow>();
  await auditEthereumBlocks(session, {
    ranges,
    schedule: rewardScheduleOf(totals?.chain.chainId ?? 1n),
    async visit(block) {
      const effects: Effects = { accounts: new Map(), tokens: chain.tokens, sums: chain.sums };
      const tokens = tokensIn(block.txs.flatMap(({ receipt }) => receipt.logs));
      const fresh = [...tokens].filter(([name]) => !assets.has(name));
      const found = await findAssets(
        session,
        fresh.map(([, { contract }]) => contract),
      );
      for (const [name, asset] of found) assets.set(name, asset);
      addBlock(effects, block, (contract) => assetOf(assets, contract, block.row.height));
      await visit(effects.accounts, block);
      progress(options, 'blocks', ++chain.blocks, total);
    },
  });
  return chain;
}

function assetOf(assets: ReadonlyMap<string, AssetRow>, contract: Uint8Array, height: number): AssetRow {
  const asset = assets.get(byteKey(contract));
  if (asset) return asset;
  const address = toChecksumAddress(`0x${toHex(contract)}`);
  return violate('asset', `Token ${address} moved in block ${height}, but is not in the list of assets`, {
    address,
    height,
  });
}

function forEntries(delta: AccountDelta, visit: (asset: number, entry: Entry) => void): void {
  for (const [asset, { marks }] of delta.purses) {
    for (const mark of marks) {
      const entry = delta.entries[mark];
      if (entry) visit(asset, entry);
    }
  }
}

/** Checks that an account that was created by a transaction of the ledger refers to the first such transaction. */
async function checkCreations(
  session: SqlSession,
  deltas: Effects['accounts'],
  slotOf: SlotOf,
): Promise<void> {
  const made = [...deltas.values()].filter(({ createdBy }) => createdBy >= 0);
  if (made.length === 0) return;
  const { found } = await findAccounts(
    session,
    made.map(({ key }) => key),
    slotOf,
  );
  for (const { key, createdBy } of made) {
    const stored = found.get(byteKey(key))?.createdBy ?? -1;
    if (stored >= 0 && stored <= createdBy) continue;
    const address = toChecksumAddress(`0x${toHex(key)}`);
    violate(
      'account',
      `${address} was created in block ${heightOf(createdBy)}, but its account does not record it`,
      {
        address,
        height: heightOf(createdBy),
      },
    );
  }
}

interface Seen {
  key: Uint8Array;
  asset: number;
  entry: Entry;
  sequence?: number;
}

/** Finds the first different entry between lists and transactions for a group of addresses. Throws a violation. */
async function nameDifference(context: Context, bucket: number): Promise<never> {
  const expected = new Map<string, Seen>();
  const stored = new Map<string, Seen>();
  const signs = new Map<string, bigint>();
  const name = (key: Uint8Array, asset: number, entry: Entry): string =>
    `${toHex(key)}/${asset}/${describeEntry(entry)}`;
  const count = (key: Uint8Array, more: number): void =>
    void signs.set(toHex(key), (signs.get(toHex(key)) ?? 0n) + BigInt(more));
  await visitBlocks(context, async (deltas) => {
    for (const delta of deltas.values()) {
      if (bucketOf(delta.key) !== bucket) continue;
      count(delta.key, delta.signs);
      forEntries(delta, (asset, entry) =>
        expected.set(name(delta.key, asset, entry), { key: delta.key, asset, entry }),
      );
    }
  });
  await auditEthereumAccounts(context.session, {
    slotOf: context.slotOf,
    visit({ key }, asset, entry, sequence) {
      if (bucketOf(key) === bucket) stored.set(name(key, asset, entry), { key, asset, entry, sequence });
    },
    end({ key, signs: own }) {
      if (bucketOf(key) === bucket) count(key, -own);
    },
  });
  const wrong = [...expected, ...stored]
    .filter(([key]) => !expected.has(key) || !stored.has(key))
    .sort(([, a], [, b]) => a.entry.position - b.entry.position || a.entry.movement - b.entry.movement);
  const [first] = wrong;
  if (!first) {
    const [address] = [...signs].find(([, left]) => left !== 0n) ?? [''];
    const shown = address === '' ? '' : toChecksumAddress(`0x${address}`);
    return violate('account', `The account of ${shown} is wrongly marked, or not marked, as a contract`, {
      address: shown,
    });
  }
  const [key, { key: account, asset, entry, sequence }] = first;
  const address = toChecksumAddress(`0x${toHex(account)}`);
  const height = heightOf(entry.position);
  const what = `${entry.direction} ${entry.amount} of ${asset === etherAsset ? 'ether' : `asset ${asset}`}`;
  const how = expected.has(key) ? 'is missing from its list' : 'is in its list but not in the block';
  return violate('list', `Movement ${entry.movement} of ${address} in block ${height} (${what}) ${how}`, {
    address,
    height,
    ...(sequence === undefined ? {} : { sequence }),
  });
}

async function checkAssets(
  session: SqlSession,
  tokens: ReadonlyMap<number, number>,
  totals: TotalsRow | undefined,
): Promise<void> {
  const { rows } = await session.query<{
    id: number;
    contract: Uint8Array;
    fake: boolean;
    movements: bigint;
    name: string | null;
    symbol: string | null;
  }>('select id, contract, fake, movements, name, symbol from eth_asset order by id');
  if (totals && totals.totals.assets !== BigInt(rows.length)) {
    violate('totals', `The ledger records ${totals.totals.assets} assets, but there are ${rows.length}`);
  }
  for (const { id, contract, fake, movements, name, symbol } of rows) {
    const address = toChecksumAddress(`0x${toHex(contract)}`);
    const counted = tokens.get(id) ?? 0;
    if (movements !== BigInt(counted) || counted === 0) {
      violate(
        'asset',
        `Asset ${address} records ${movements} movements, but the transactions have ${counted}`,
        {
          address,
        },
      );
    }
    if (fake && !isFakeToken(contract, { name, symbol }, totals?.chain.chainId ?? 0n)) {
      violate('asset', `Asset ${address} is wrongly marked as fake`, { address });
    }
  }
}

/** The check that finds rows too many or too few, where it isn't that of lookups. */
const checkOf: Readonly<Record<string, EthereumCheck>> = {
  eth_fact: 'fact',
  eth_holding: 'holding',
  eth_list: 'list',
};

async function checkRowCounts(
  session: SqlSession,
  { sums }: ChainSide,
  { holdings, chunks, facts }: AccountAuditSums & { readonly facts: number },
): Promise<void> {
  const expected = {
    eth_fact: facts,
    eth_tx: sums.transactions,
    eth_tx_lookup: sums.transactions,
    eth_holding: holdings,
    eth_list: chunks,
  };
  for (const [table, count] of Object.entries(expected)) {
    const { rows } = await session.query<{ n: bigint }>(`select count(*) as n from ${table}`);
    if (rows[0]?.n === BigInt(count)) continue;
    violate(checkOf[table] ?? 'lookup', `${table} has ${rows[0]?.n} rows instead of ${count}`);
  }
}

function checkTotals(row: TotalsRow | undefined, { sums }: ChainSide, accounts: AccountAuditSums): void {
  if (!row) return;
  const { totals } = row;
  const compare = (what: string, stored: bigint, counted: bigint | number): void => {
    if (stored !== BigInt(counted))
      violate('totals', `The ledger records ${stored} ${what}, but there are ${counted}`);
  };
  compare('transactions', totals.transactions, sums.transactions);
  compare('untraced blocks', row.untraced, sums.untraced);
  compare('accounts', totals.accounts, accounts.accounts);
  compare('accounts with unknown opening', row.unopened, accounts.unopened);
  compare('wei of openings', totals.opened, accounts.opened);
  for (const name of [
    'received',
    'spent',
    'rewards',
    'withdrawals',
    'fees',
    'burnt',
    'tips',
    'destroyed',
  ] as const) {
    compare(`wei ${name}`, totals[name], sums[name]);
  }
  compare('wei received by accounts', totals.received, accounts.received);
  compare('wei spent by accounts', totals.spent, accounts.spent);
  const moved = totals.received - totals.spent;
  const made = totals.rewards + totals.withdrawals - totals.burnt - totals.destroyed;
  compare('wei more received than spent', moved, made);
}
