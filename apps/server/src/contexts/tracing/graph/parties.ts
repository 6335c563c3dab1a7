import type { FlowParty } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { readAccounts, readNewestEntries } from '../../../ledger/bitcoin/accounts/many-histories.ts';
import {
  type FoundMovements,
  readEthereumAccounts,
  readNewestMovements,
} from '../../../ledger/ethereum/accounts/many-movements.ts';
import { isOfBlock } from '../../explorer/ethereum/ethereum-movement.presenter.ts';
import { csamName, csamType } from '../../directory/attributions/csam.ts';
import { readKnown } from '../../directory/records/known.ts';
import type { EntityRow } from '../../directory/records/entities-at.ts';
import { nodeId } from './moves.ts';
import type { AddressRef, TracingSnapshot } from './open-tracing.ts';
import { categoryOf, stopOf } from './services.ts';

/** Most transactions of an address to subtract for its totals at an earlier height; with more, these are unknown. */
const maxDisconnected = 2000;

type Profile = FlowParty['profile'];
type Sums = Pick<Profile, 'balance' | 'received' | 'spent' | 'transactions'>;

const unknownSums: Sums = { balance: null, received: null, spent: null, transactions: null };
const nothing: Sums = { balance: '0', received: '0', spent: '0', transactions: 0 };

/** Returns totals of Bitcoin addresses at the state's height. */
async function bitcoinSums(
  { session, height, newest, isComplete }: TracingSnapshot,
  places: readonly AddressRef[],
) {
  const accounts = await readAccounts(
    session,
    places.map(({ key }) => key),
  );
  const behind = newest ? [] : [...accounts.values()];
  const entries = await readNewestEntries(session, behind, maxDisconnected);
  return (key: Uint8Array): Sums => {
    const account = accounts.get(byteKey(key));
    if (!account) return isComplete ? nothing : unknownSums;
    let { received, spent, txCount } = account;
    const later = (entries.get(account.id) ?? []).filter(({ position }) => heightOf(position) > height);
    if (later.length === maxDisconnected && account.txCount > maxDisconnected) return unknownSums;
    for (const entry of later) {
      received -= entry.received;
      spent -= entry.spent;
      txCount -= 1;
    }
    // A balance needs a complete history.
    return {
      balance: isComplete ? String(received - spent) : null,
      received: String(received),
      spent: String(spent),
      transactions: txCount,
    };
  };
}

type Row = FoundMovements['rows'][number];

/** Returns movements above a height, newest first. Undefined if there may be more of them. */
function laterOf(found: FoundMovements | undefined, height: number): Row[] | undefined {
  const later = (found?.rows ?? []).filter(({ position }) => heightOf(position) > height);
  return later.length === maxDisconnected && found && found.total > maxDisconnected ? undefined : later;
}

/** Returns ether totals of accounts at the state's height. */
async function ethereumSums(
  { session, newest, height, isComplete, ethereum }: TracingSnapshot,
  places: readonly AddressRef[],
) {
  const accounts = await readEthereumAccounts(
    session,
    places.map(({ key }) => key),
  );
  const asked = newest ? [] : places.filter(({ key }) => accounts.has(byteKey(key)));
  const found = await readNewestMovements(
    session,
    [undefined, 'ether' as const].flatMap((asset) => asked.map(({ key }) => ({ key, asset }))),
    maxDisconnected,
  );
  const numbers = new Map(asked.map(({ key }, i) => [byteKey(key), i]));
  return (key: Uint8Array): Sums => {
    const account = accounts.get(byteKey(key));
    if (!account) return isComplete ? nothing : unknownSums;
    const place = numbers.get(byteKey(key));
    const [all, ether] =
      place === undefined
        ? [[], []]
        : [laterOf(found[place], height), laterOf(found[asked.length + place], height)];
    if (!all || !ether) return unknownSums;
    const transactions = new Set(all.map(({ position }) => position).filter((at) => !isOfBlock(at)));
    let { received, spent } = account.ether;
    for (const { direction, amount } of ether) {
      if (direction !== 'out') received -= amount;
      if (direction !== 'in') spent -= amount;
    }
    const balance = account.opening === null ? null : account.opening + received - spent;
    return {
      balance: balance === null || balance < 0n || !ethereum?.hasAllTraces ? null : String(balance),
      received: String(received),
      spent: String(spent),
      transactions: account.txCount - transactions.size,
    };
  };
}

const sumsOn = { bitcoin: bitcoinSums, ethereum: ethereumSums } satisfies Record<
  Blockchain,
  typeof bitcoinSums
>;

function named(row: EntityRow | undefined, canSeeRestricted: boolean) {
  if (!row) return { entityId: null, entityType: null, name: null, logoUrl: null };
  if (row.csam && !canSeeRestricted)
    return { entityId: null, entityType: csamType, name: csamName, logoUrl: null };
  const { entityId, record } = row;
  return {
    entityId,
    entityType: record.entity_type?.[0]?.slice(0, 100) ?? null,
    name: (record.proper_name?.[0] ?? entityId).slice(0, 300),
    logoUrl: record.logo?.[0] ? `/api/v1/sot/logo/${encodeURIComponent(entityId)}` : null,
  };
}

/**
 * Reads directory and ledger data of addresses at a state, in a few queries for all. `coinJoins`: addresses in CoinJoins
 * of the answer. `usd`: price of a coin in cents of US dollars.
 */
export async function readParties(
  tracing: TracingSnapshot,
  places: readonly AddressRef[],
  around: {
    canSeeRestricted: boolean;
    coinJoins?: ReadonlySet<string>;
    centsOf?: (balance: bigint) => bigint | null;
  },
): Promise<Map<string, FlowParty>> {
  const { session, chain, directory, clustersAt, height, blockHash, access, owners } = tracing;
  const once = [...new Map(places.map((place) => [place.address, place])).values()];
  if (once.length === 0) return new Map();
  const { historicalLabels, clusters } = access;
  const [known, labels, sumsOf] = await Promise.all([
    readKnown(
      session,
      once.map(({ key }) => ({ chain, key })),
      {
        state: directory,
        clusters,
        clustersAt,
        entitiesThen:
          historicalLabels && blockHash !== null
            ? (at) => historicalLabels.read(at, { version: directory.version, height, hash: blockHash })
            : undefined,
        records: true,
      },
    ),
    owners.read(once.map(({ key }) => key)),
    sumsOn[chain](tracing, once),
  ]);
  return new Map(
    once.map(({ key, address }): [string, FlowParty] => {
      const { chosen, inherited } = known.of(chain, key);
      const [only] = inherited;
      const id = chosen?.best.entityId ?? (inherited.length === 1 ? only?.entity : undefined);
      const row = id === undefined ? undefined : known.entities.get(id);
      const hidden = row?.csam === true && !around.canSeeRestricted;
      const label = labels.get(byteKey(key))?.label;
      const sums = sumsOf(key);
      const cents = sums.balance === null ? null : (around.centsOf?.(BigInt(sums.balance)) ?? null);
      return [
        address,
        {
          id: nodeId(chain, address),
          address,
          category: hidden ? 'child_abuse' : categoryOf(label),
          service: stopOf(label) !== undefined,
          profile: {
            ...named(row, around.canSeeRestricted),
            beneficialOwner: hidden ? null : (chosen?.best.bo?.slice(0, 300) ?? null),
            custodian: hidden ? null : (chosen?.best.custodian?.slice(0, 300) ?? null),
            risk: null,
            ...sums,
            usdCents: cents === null ? null : String(cents),
            coinJoin: around.coinJoins?.has(address) ?? false,
          },
        },
      ];
    }),
  );
}
