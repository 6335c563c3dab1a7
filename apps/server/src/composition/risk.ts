import { createReports } from '../contexts/risk/reports/report.service.ts';
import { createRiskHistory } from '../contexts/risk/history/history.service.ts';
import { createRescoring } from '../contexts/risk/history/rescore.service.ts';
import { createRiskProfiles } from '../contexts/risk/profiles.service.ts';
import { createRisk } from '../contexts/risk/risk.service.ts';
import { createScores } from '../contexts/risk/scores/score.service.ts';
import { createStateKeys } from '../contexts/risk/scores/state-key.ts';
import type { Base } from './base.ts';
import type { DirectoryContext } from './directory.ts';
import type { Explorer } from './explorer.ts';
import type { Identity } from './identity.ts';

/** Scores, their history, profiles, and reports. */
export function createRiskContext(
  base: Base,
  { audit, memberships }: Identity,
  { directory }: DirectoryContext,
  { prices }: Explorer,
) {
  const { sources, jobs } = base;
  const riskProfiles = createRiskProfiles({ ...base, audit, memberships });
  const scores = base.scores ?? createScores({ ...base, clusters: base.clusterAccess });
  const history = createRiskHistory(base);
  const rescoring = createRescoring({
    ...base,
    scores,
    history,
    clusters: base.clusterAccess,
    profileOf: riskProfiles.active,
  });
  jobs.every(2000, 'rescore after directory releases', (signal) => rescoring.run(signal), [
    'directory_release',
  ]);
  const risk = createRisk({
    ...base,
    scores,
    history,
    stateKey: createStateKeys(base),
    canSeeRestricted: directory.canSeeRestricted,
    profiles: riskProfiles,
  });
  const reports = createReports({
    ...base,
    score: risk.scored,
    sources: directory.releases.sources,
    priceNow: prices.priceNow,
    network: async (chain) => (await base[chain].holdings()).network,
    isDemo: (chain) => sources[chain].source === 'demo',
  });
  return { risk, riskProfiles, riskHistory: history, rescoring, scores, reports };
}

export type RiskContext = ReturnType<typeof createRiskContext>;
