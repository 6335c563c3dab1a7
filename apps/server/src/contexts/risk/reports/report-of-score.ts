import { type TaintMethod, verdictOf } from '@hopscope/risk';
import { csamId, csamName, csamType } from '../../directory/attributions/csam.ts';
import { presentScore } from '../risk.presenter.ts';
import type { Scored } from '../scores/score.service.ts';
import type { ReportExposure, ReportFactor, ReportLabel, ReportModel } from './report-model.ts';

type Presented = ReturnType<typeof presentScore>;
type PresentedLabel = Presented['entityRisk']['factors'][number]['labels'][number];

/** What is known of a source of the directory. */
export interface ReportSource {
  readonly id: string;
  readonly name: string;
  readonly dataDate: string | null;
  readonly license: string | null;
}

/** Texts of a report besides the score. */
export interface ReportSurroundings {
  readonly generatedAt: string;
  readonly network: string;
  readonly fictional: boolean;
  readonly price: ReportModel['price'];
  readonly sources: readonly ReportSource[];
  readonly application: string;
  /** The reader sees entities that are hidden from others. */
  readonly canSeeRestricted: boolean;
}

const methods: Readonly<Record<TaintMethod, string>> = {
  haircut: 'outgoing funds carry all sources in proportion',
  fifo: 'first in, first out',
  lifo: 'last in, first out',
  poison: 'all outgoing funds carry the most severe source',
};

/** Source names of inherited labels, and of entities scored directly. */
const ownSources: Readonly<Record<string, string>> = {
  cluster: 'Co-spend cluster',
  directory: 'Directory',
  editors: 'Directory editors',
  '': 'not shown',
};

const millionths = (fraction: number): number => Math.round(fraction * 1_000_000);
const directionOf = { backward: 'in', forward: 'out' } as const;

/** Builds the report of an address score. Pure: the same input gives the same report. */
export function reportOf(scored: Scored, around: ReportSurroundings): ReportModel {
  const presented = presentScore(scored, around.canSeeRestricted);
  const { basis, answer, profile } = scored.record;
  const sources = new Map(around.sources.map((source) => [source.id, source]));
  const used = new Set<string>();

  function labelOf({ name, source, since, confidence }: PresentedLabel): ReportLabel {
    used.add(source);
    const called = sources.get(source)?.name ?? ownSources[source] ?? source;
    return { entity: name, source: called, date: since, confidence };
  }

  function ownerOf(): ReportModel['owner'] {
    const [first] = scored.own;
    if (!first) return null;
    const { label, type } = first;
    const secret = !around.canSeeRestricted && scored.hidden.has(label.entity);
    const { entity, name } = secret ? { entity: csamId, name: csamName } : label;
    const visible = secret ? { ...label, name, source: '', since: null } : label;
    return {
      name,
      entityId: entity,
      type: secret ? csamType : type,
      labels: [labelOf({ ...visible, categories: [] })],
    };
  }

  const groups = [presented.entityRisk, presented.transactionRisk, presented.jurisdictionRisk];
  const shown = new Map(groups.flatMap(({ factors }) => factors).map((factor) => [factor.id, factor]));
  const owner = ownerOf();
  const verdict = verdictOf(answer);
  const factors = answer.factors.flatMap(({ id }): ReportFactor[] => {
    const factor = shown.get(id);
    if (!factor) return [];
    const { name, description, severity, contribution, hops, evidence, transactions, labels } = factor;
    return [
      {
        id,
        name,
        description,
        severity,
        contribution: millionths(contribution),
        hops,
        evidence,
        transactions,
        labels: labels.map(labelOf),
      },
    ];
  });
  const exposures = presented.walks.flatMap(({ exposures: each }) =>
    each.map(({ direction, category, entity, amount, share, hops, path, labels }): ReportExposure => {
      for (const { source } of labels) used.add(source);
      return {
        direction: directionOf[direction],
        category,
        entity: entity?.name ?? null,
        amount,
        share: millionths(share),
        hops,
        path: path.map((step, i) => ({
          ...step,
          owner: i === path.length - 1 ? (entity?.name ?? null) : null,
        })),
      };
    }),
  );
  return {
    version: 1,
    generatedAt: around.generatedAt,
    address: presented.identifier.split(' ')[0] ?? presented.identifier,
    blockchain: basis.blockchain,
    network: around.network,
    fictional: around.fictional,
    owner,
    score: {
      state: verdict.state,
      reason: verdict.reason,
      overall: verdict.overall,
      level: verdict.level,
      groups: answer.groups.map(({ group, score, weight, weighted, raised }) => ({
        name: group,
        score,
        weight,
        weighted,
        raised,
      })),
    },
    factors,
    exposures,
    coverage: answer.coverage.map(({ direction, total, known, unknown, notWalked }) => ({
      direction: directionOf[direction],
      total: String(total),
      known,
      unknown,
      notWalked,
    })),
    notAssessed: answer.notAssessed,
    asset: { symbol: basis.asset.symbol, decimals: basis.asset.decimals },
    price: around.price,
    method: {
      taint: answer.method,
      description: methods[answer.method],
      hops: profile.walk.hops,
      budget: profile.walk.budget,
    },
    versions: {
      ledger: basis.ledger && { height: basis.ledger.height, hash: basis.ledger.hash },
      other: basis.other && { height: basis.other.height, hash: basis.other.hash },
      directory: { version: basis.directory.version, asOf: basis.directory.day },
      profile: { name: profile.name, version: answer.profile.version },
      application: around.application,
    },
    sources: around.sources
      .filter(({ id }) => used.has(id))
      .map(({ name, dataDate, license }) => ({ name, date: dataDate, license })),
  };
}
