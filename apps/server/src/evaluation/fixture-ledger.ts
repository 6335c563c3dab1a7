import type { DemoAttribution } from '@hopscope/demo';
import { type Blockchain, blockchains } from '@hopscope/domain';
import { defaultProfile, type TaintMethod } from '@hopscope/risk';
import { createKysely } from '../db/dialect.ts';
import type { SqlDatabase } from '../db/session.ts';
import { clustersOf, clustersUpTo, entitiesOf, relabel } from '../ledger/bitcoin/clusters/clusters.ts';
import { createBitcoinLedger } from '../ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../ledger/ethereum/ledger.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { createAudit } from '../contexts/identity/audit/audit.service.ts';
import { demoEthereumChain } from '../sources/demo/demo-ledgers.ts';
import { demoItems } from '../demo/demo-directory.ts';
import type { ImportItem } from '../contexts/directory/import/import-item.ts';
import { createSyncOver } from '../contexts/directory/update/sync-over.ts';
import { createScores, type Scored } from '../contexts/risk/scores/score.service.ts';
import type { EthereumRiskTruth } from './ethereum/ethereum-risk-truth.ts';
import type { AddressTruth, BitcoinRiskTruth } from './risk-truth.ts';

/** The server's modules on a database with a demo network. */
export interface FixtureLedger {
  /** Replaces the attributions of the directory. */
  importDirectory(attributions: readonly DemoAttribution[]): Promise<void>;
  score(of: Pick<AddressTruth, 'address' | 'asset'>, method?: TaintMethod): Promise<Scored>;
}

async function* toAsyncIterable(items: Iterable<ImportItem>): AsyncGenerator<ImportItem> {
  yield* items;
}

const blocksAtOnce = 200;
const source = { id: 'demo', name: 'Demo', importer: 'demo', url: null, license: null, rank: 900 };

function fixtureOf(db: SqlDatabase, chains: readonly Blockchain[]): FixtureLedger {
  const now = Date.now;
  const { sync } = createSyncOver({ db, audit: createAudit({ kysely: createKysely(db), now }), now });
  const scores = createScores({
    db,
    clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
    remote: { bitcoin: false, ethereum: false },
    now,
  });
  return {
    async importDirectory(attributions) {
      const due = attributions
        .filter(({ blockchain }) => chains.includes(blockchain))
        .map((attribution) => ({ ...attribution, due: 0 }));
      await sync({ source: { ...source, acknowledgment: null }, items: toAsyncIterable(demoItems(due, 1)) });
    },
    score: ({ address: identifier, asset }, method) =>
      scores.score(
        { identifier, type: 'address', ...(asset !== undefined && { asset }) },
        { profile: defaultProfile, method },
      ),
  };
}

/** Loads the Bitcoin side of a demo network into an empty database, with an empty directory. */
export async function openFixtureLedger(
  { blocks }: Pick<BitcoinRiskTruth, 'blocks'>,
  db: SqlDatabase,
): Promise<FixtureLedger> {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  for (let at = 0; at < blocks.length; at += blocksAtOnce) {
    await ledger.append('demo', blocks.slice(at, at + blocksAtOnce));
  }
  while ((await ledger.catchUpClusters(10_000)).behind);
  return fixtureOf(db, ['bitcoin']);
}

/** Loads the Ethereum side of a demo network into an empty database, with an empty directory. */
export async function openEthereumFixture(
  { bundles, openings }: Pick<EthereumRiskTruth, 'bundles' | 'openings'>,
  db: SqlDatabase,
): Promise<FixtureLedger> {
  const ledger = createEthereumLedger({ db });
  for (let at = 0; at < bundles.length; at += blocksAtOnce) {
    await ledger.append(demoEthereumChain, bundles.slice(at, at + blocksAtOnce), openings);
  }
  return fixtureOf(db, ['ethereum']);
}

/** Loads both sides of a demo network into an empty database, with an empty directory. */
export async function openBothFixture(
  truth: Pick<EthereumRiskTruth, 'bundles' | 'openings' | 'bitcoinBlocks'>,
  db: SqlDatabase,
): Promise<FixtureLedger> {
  await openFixtureLedger({ blocks: truth.bitcoinBlocks }, db);
  await openEthereumFixture(truth, db);
  return fixtureOf(db, blockchains);
}
