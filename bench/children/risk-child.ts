import { encodeAddress, networks } from '@hopscope/chain';
import { entities } from '@hopscope/demo';
import { defaultProfile, type RiskProfile } from '@hopscope/risk';
import { createKysely } from '../../apps/server/src/db/dialect.ts';
import { createAudit } from '../../apps/server/src/contexts/identity/audit/audit.service.ts';
import { createSyncOver } from '../../apps/server/src/contexts/directory/update/sync-over.ts';
import type { ImportItem } from '../../apps/server/src/contexts/directory/import/import-item.ts';
import { openBench } from '../lib/open-bench.ts';
import { type SqlDatabase, withSession } from '../../apps/server/src/db/session.ts';
import { createSmallReads } from '../../apps/server/src/db/small-reads.ts';
import {
  clustersOf,
  clustersUpTo,
  entitiesOf,
  relabel,
} from '../../apps/server/src/ledger/bitcoin/clusters/clusters.ts';
import { createAnswerCache } from '../../apps/server/src/lib/answer-cache.ts';
import { presentScore } from '../../apps/server/src/contexts/risk/risk.presenter.ts';
import { createRiskHistory } from '../../apps/server/src/contexts/risk/history/history.service.ts';
import { createRescoring } from '../../apps/server/src/contexts/risk/history/rescore.service.ts';
import { createScores, type Scores } from '../../apps/server/src/contexts/risk/scores/score.service.ts';
import { createStateKeys } from '../../apps/server/src/contexts/risk/scores/state-key.ts';
import { obey } from './child-side.ts';
import { fillDirectory } from '../lib/fill-directory.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';

/** Computes scores on a ledger with a demo. */
export interface RiskOrder {
  dataDir: string;
  databaseUrl: string | undefined;
  /** `directory.ndjson` of the demo. */
  attributionFile: string;
  /** Addresses to score for the latencies at each number of hops, and for the throughput. */
  scored: number;
  many: number;
  /** Number of those for the throughput to monitor and score again. */
  again: number;
}

export interface RiskAnswer {
  attributions: number;
  hops: { hops: number; cold: Latencies; warm: Latencies; reads: number }[];
  many: { addresses: number; perSecond: number; levels: Record<string, number> };
  /** After a list has changed the entity that most addresses have exposure to. */
  rescored: { watched: number; touched: number; differed: number; perSecond: number };
}

/** Returns addresses evenly spread over the ledger. */
async function readAddresses(db: SqlDatabase, wanted: number): Promise<string[]> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ key: Uint8Array }>(
      `select key from (select key, row_number() over (order by id) as place, count(*) over () as n from btc_account) as each
       where place % greatest(1, n / ${wanted}) = 0 order by place limit ${wanted}`,
    ),
  );
  return rows.map(({ key }) => encodeAddress(key, networks.demo));
}

const ofHops = (hops: number): RiskProfile => ({
  ...defaultProfile,
  walk: { ...defaultProfile.walk, hops },
});

const network = async () => 'demo' as const;

/** Yields a source that states that an exchange is on a list. */
async function* items(): AsyncGenerator<ImportItem> {
  const { id } = entities.meridian;
  const statement = { field: 'ofac', value: 'true', ref: 'bench', confidence: 100 };
  yield { kind: 'subject', localId: id, sameAs: id, matchByName: false, statements: [statement] };
}

/** Measures scores that are recomputed because a list affects them. */
async function measureRescoring(
  db: SqlDatabase,
  scores: Scores,
  addresses: readonly string[],
): Promise<RiskAnswer['rescored']> {
  const logger = { error() {}, warn() {}, info() {} };
  const history = createRiskHistory({ db, network, now: Date.now });
  const clusters = { clustersOf, clustersUpTo, entitiesOf, relabel };
  const profileOf = async () => defaultProfile;
  const rescoring = createRescoring({ db, scores, history, clusters, profileOf, logger, now: Date.now });
  const never = new AbortController().signal;
  await rescoring.run(never);
  for (const identifier of addresses)
    await history.asked(
      await scores.score({ identifier, type: 'address' }, { profile: defaultProfile }),
      null,
    );
  const { sync } = createSyncOver({
    db,
    audit: createAudit({ kysely: createKysely(db), now: Date.now }),
    now: Date.now,
  });
  const source = { id: 'bench', name: 'Bench', importer: 'demo', url: null, license: null, rank: 1 };
  await sync({ source: { ...source, acknowledgment: null }, items: items() });
  const begun = performance.now();
  await rescoring.run(never);
  const seconds = (performance.now() - begun) / 1000;
  const { done, differed } = await rescoring.progress();
  return { watched: addresses.length, touched: done, differed, perSecond: done / seconds };
}

async function measure(
  db: SqlDatabase,
  { scored, many, again, attributionFile }: RiskOrder,
): Promise<RiskAnswer> {
  const attributions = await fillDirectory(db, attributionFile);
  const clusters = { clustersOf, clustersUpTo, entitiesOf, relabel };
  const scores = createScores({
    db,
    clusters,
    remote: { bitcoin: false, ethereum: false },
    now: Date.now,
  });
  const stateKey = createStateKeys({ smallReads: createSmallReads(db), now: Date.now });
  const ask = (identifier: string, hops: number) =>
    scores.score({ identifier, type: 'address' }, { profile: ofHops(hops) });
  const all = await readAddresses(db, scored * 3 + 50 + many);
  // Warm-up: cached data such as entities and query plans are created here.
  for (const address of all.splice(0, 50)) await ask(address, 3);

  const hops: RiskAnswer['hops'] = [];
  for (const number of [1, 2, 3]) {
    const stored = createAnswerCache(scored);
    const answer = async (address: string) =>
      presentScore(await stored.get(address, await stateKey('bitcoin'), () => ask(address, number)), false);
    const some = all.splice(0, scored);
    const [cold, warm]: [number[], number[]] = [[], []];
    let reads = 0;
    for (const times of [cold, warm]) {
      for (const address of some) {
        const begun = performance.now();
        const { walks } = await answer(address);
        times.push(performance.now() - begun);
        if (times === cold) reads += walks.reduce((sum, walk) => sum + walk.reads, 0);
      }
    }
    hops.push({
      hops: number,
      cold: summarize(cold),
      warm: summarize(warm),
      reads: Math.round(reads / Math.max(1, some.length)),
    });
  }

  const levels: Record<string, number> = {};
  const rest = all.splice(0, many);
  const begun = performance.now();
  for (const address of rest) {
    const { level } = (await ask(address, defaultProfile.walk.hops)).record.answer;
    levels[level] = (levels[level] ?? 0) + 1;
  }
  const seconds = (performance.now() - begun) / 1000;
  const perSecond = rest.length / seconds;
  const rescored = await measureRescoring(db, scores, rest.slice(0, again));
  return { attributions, hops, many: { addresses: rest.length, perSecond, levels }, rescored };
}

obey<{ order: RiskOrder; answer: RiskAnswer }>(async (order) => {
  const { dataDir, databaseUrl } = order;
  const { db, close } = await openBench({ dataDir, databaseUrl });
  try {
    return await measure(db, order);
  } finally {
    await close();
  }
});
