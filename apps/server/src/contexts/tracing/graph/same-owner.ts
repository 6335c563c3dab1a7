import { toDisplayHash } from '@hopscope/chain';
import type { OwnerEvidence } from '@hopscope/contract';
import { chains, type Blockchain } from '@hopscope/domain';
import { type DepositActivity, type Label, suggestDeposit } from '@hopscope/risk';
import { coSpentOf } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import { type FoundTx, readTxsAt } from '../../../ledger/bitcoin/lookups.ts';
import { readAccounts, readNewestEntries } from '../../../ledger/bitcoin/accounts/many-histories.ts';
import { readNewestMovements } from '../../../ledger/ethereum/accounts/many-movements.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { addressText } from '../../directory/records/address-text.ts';
import { createAddressNames } from './bitcoin-moves.ts';
import { movesOf, readFound } from './ethereum-moves.ts';
import type { AddressRef, TracingSnapshot } from './open-tracing.ts';

/** Newest transactions (movements) of each address to search. */
const mostLooked = 500;
/** Most transactions named in a piece of evidence. */
const mostNamed = 20;

export interface Pair {
  readonly a: string;
  readonly b: string;
  readonly evidence: readonly OwnerEvidence[];
}

/** Addresses with a common property, and the evidence. */
interface Alike {
  readonly addresses: readonly string[];
  evidenceOf(a: string, b: string): OwnerEvidence | undefined;
}

interface Wallet {
  readonly wallet: string;
  /** 0 to 100. */
  readonly certainty: number;
}

/** Returns the transfers of an address with the only one it forwarded to; undefined unless it is one. */
function depositOf(
  receipts: readonly (readonly string[])[],
  spends: readonly (readonly string[])[],
): Wallet | undefined {
  const wallets = new Set(spends.flat());
  const [wallet] = wallets;
  if (wallet === undefined || wallets.size > 1) return undefined;
  const activity: DepositActivity = {
    receipts: receipts.length,
    receiptsFromEntity: receipts.filter((from) => from.includes(wallet)).length,
    spends: spends.length,
    sweeps: spends.length,
  };
  const found = suggestDeposit(activity);
  return found && { wallet, certainty: found.confidence };
}

/** Returns the transactions in which each pair spent together, as evidence of one owner. */
async function readBitcoin(tracing: TracingSnapshot, places: readonly AddressRef[]) {
  const { session, height } = tracing;
  const accounts = await readAccounts(
    session,
    places.map(({ key }) => key),
  );
  const most = tracing.newest ? mostLooked + 1 : Number.MAX_SAFE_INTEGER;
  const entries = await readNewestEntries(session, [...accounts.values()], most);
  const partly: string[] = [];
  const own = places.map(({ key, address }) => {
    const account = accounts.get(byteKey(key));
    const all = (account ? (entries.get(account.id) ?? []) : []).filter(
      ({ position }) => heightOf(position) <= height,
    );
    if (all.length > mostLooked) partly.push(address);
    return { address, name: byteKey(key), entries: all.slice(-mostLooked) };
  });
  const positions = new Set(own.flatMap((one) => one.entries.map(({ position }) => position)));
  const txs = new Map((await readTxsAt(session, [...positions])).map((tx) => [tx.position, tx]));
  const nameOf = createAddressNames(tracing);
  const asked = new Map(own.map(({ name, address }) => [name, address]));
  const together = new Map<string, string[]>();
  for (const tx of [...txs.values()].toSorted((a, b) => b.position - a.position)) {
    const spent = coSpentOf(tx.record).flatMap(({ name }) => asked.get(name) ?? []);
    for (const a of spent) {
      for (const b of spent) {
        if (a === b) continue;
        const pair = `${a} ${b}`;
        together.set(pair, [...(together.get(pair) ?? []), toDisplayHash(tx.txid)]);
      }
    }
  }
  const wallets = new Map<string, Wallet>();
  for (const one of own) {
    const found = one.entries.flatMap((entry) => {
      const tx = txs.get(entry.position);
      return tx ? [{ entry, tx }] : [];
    });
    const receipts = found.filter(({ entry }) => entry.received > 0n).map(({ tx }) => payers(tx, nameOf));
    const spends = found.filter(({ entry }) => entry.spent > 0n).map(({ tx }) => payees(tx, nameOf));
    const wallet = depositOf(receipts, spends);
    if (wallet && wallet.wallet !== one.address) wallets.set(one.address, wallet);
  }
  return { together, wallets, partly };
}

function payers({ record }: FoundTx, nameOf: (key: string) => string): string[] {
  return record.inputs.flatMap(({ prevout }) =>
    prevout.kind === 'known' && prevout.key ? [nameOf(byteKey(prevout.key))] : [],
  );
}

function payees({ record }: FoundTx, nameOf: (key: string) => string): string[] {
  return record.outputs.flatMap(({ key, type }) =>
    type === 'op_return' ? [] : [key ? nameOf(byteKey(key)) : ''],
  );
}

async function readEthereum(tracing: TracingSnapshot, places: readonly AddressRef[]) {
  const { session, height } = tracing;
  const most = tracing.newest ? mostLooked + 1 : Number.MAX_SAFE_INTEGER;
  const found = await readNewestMovements(
    session,
    places.map(({ key }) => ({ key, asset: undefined })),
    most,
  );
  const wallets = new Map<string, Wallet>();
  const partly: string[] = [];
  const own = places.map(({ address }, i) => {
    const rows = (found[i]?.rows ?? []).filter(
      ({ position, spam }) => heightOf(position) <= height && spam === null,
    );
    if (rows.length > mostLooked) partly.push(address);
    return { address, rows: rows.slice(-mostLooked) };
  });
  const all = await readFound(
    session,
    own.flatMap(({ rows }) => rows),
  );
  const byRow = new Map(all.found.map((one) => [one.row, one]));
  for (const { address, rows } of own) {
    const moves = movesOf(
      rows.flatMap((row) => byRow.get(row) ?? []),
      all.assets,
    );
    const outs = Map.groupBy(
      moves.filter(({ from }) => from === address),
      ({ by }) => by.transaction,
    );
    const ins = Map.groupBy(
      moves.filter(({ to, from }) => to === address && from !== address),
      ({ by }) => by.transaction,
    );
    const wallet = depositOf(
      [...ins.values()].map((group) => group.map(({ from }) => from)),
      [...outs.values()].map((group) => group.map(({ to }) => to)),
    );
    if (wallet) wallets.set(address, wallet);
  }
  return { together: new Map<string, string[]>(), wallets, partly };
}

/** Returns addresses of one cluster. */
async function clustersAlike(tracing: TracingSnapshot, places: readonly AddressRef[]): Promise<Alike[]> {
  const { session, access, clustersAt, network } = tracing;
  if (!chains[tracing.chain].hasClusters || !access.clusters) return [];
  const found = await access.clusters.clustersOf(
    session,
    places.map(({ key }) => key),
    clustersAt === undefined ? {} : { height: clustersAt },
  );
  const groups = Map.groupBy(places, ({ key }) => byteKey(found.get(byteKey(key))?.root ?? key));
  return [...groups].map(([root, group]) => {
    const cluster = addressText(tracing.chain, Buffer.from(root, 'latin1'), network);
    const size = found.get(byteKey(group[0]?.key ?? new Uint8Array()))?.size ?? 1;
    return {
      addresses: group.map(({ address }) => address),
      evidenceOf: () => ({ kind: 'cluster', cluster, addresses: size }),
    };
  });
}

async function entitiesAlike(
  tracing: TracingSnapshot,
  places: readonly AddressRef[],
  canSeeRestricted: boolean,
): Promise<Alike[]> {
  const owners = await tracing.owners.read(places.map(({ key }) => key));
  const labels = new Map<string, Label>();
  for (const { key, address } of places) {
    const label = owners.get(byteKey(key))?.label;
    const hidden = label && tracing.owners.entities.get(label.entity)?.csam === true && !canSeeRestricted;
    if (label && !hidden) labels.set(address, label);
  }
  const groups = Map.groupBy(labels, ([, { entity }]) => entity);
  return [...groups.values()].map((group) => ({
    addresses: group.map(([address]) => address),
    evidenceOf(a, b) {
      const [one, other] = [labels.get(a), labels.get(b)];
      if (!one || !other) return undefined;
      return {
        kind: 'entity',
        entity: { id: one.entity, name: one.name },
        confidence: Math.min(one.confidence, other.confidence),
        sources: [...new Set([one.source, other.source])],
      };
    },
  }));
}

const payments: Readonly<Record<Blockchain, typeof readBitcoin>> = {
  bitcoin: readBitcoin,
  ethereum: readEthereum,
};

/** Finds addresses of one chain with the same owner, by cluster, payments, and directory. */
export async function findSameOwner(
  tracing: TracingSnapshot,
  places: readonly AddressRef[],
  canSeeRestricted: boolean,
): Promise<{ pairs: Pair[]; partly: string[] }> {
  const { together, wallets, partly } = await payments[tracing.chain](tracing, places);
  const deposits = Map.groupBy(wallets, ([, { wallet }]) => wallet);
  const alike: Alike[] = [
    ...(await clustersAlike(tracing, places)),
    {
      addresses: places.map(({ address }) => address),
      evidenceOf(a, b) {
        const transactions = together.get(`${a} ${b}`);
        if (!transactions) return undefined;
        const { length } = transactions;
        return { kind: 'co_spend', transactions: transactions.slice(0, mostNamed), count: length };
      },
    },
    ...[...deposits].map(
      ([wallet, group]): Alike => ({
        addresses: group.map(([address]) => address),
        evidenceOf: (a, b) => {
          const least = Math.min(wallets.get(a)?.certainty ?? 0, wallets.get(b)?.certainty ?? 0);
          return { kind: 'deposit', wallet, certainty: least / 100 };
        },
      }),
    ),
    ...(await entitiesAlike(tracing, places, canSeeRestricted)),
  ];
  const sets = alike.map((one) => ({ of: new Set(one.addresses), evidenceOf: one.evidenceOf }));
  const pairs: Pair[] = [];
  places.forEach(({ address: a }, i) => {
    for (const { address: b } of places.slice(i + 1)) {
      const evidence = sets.flatMap(({ of, evidenceOf }) =>
        of.has(a) && of.has(b) ? (evidenceOf(a, b) ?? []) : [],
      );
      if (evidence.length > 0) pairs.push({ a, b, evidence });
    }
  });
  return { pairs, partly };
}
