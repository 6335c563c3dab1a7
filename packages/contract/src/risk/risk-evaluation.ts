import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { riskMethods } from './risk.ts';

const ratio = z.number().min(0).max(1);
const count = z.int().min(0);
/** `right` of `of` cases; null without cases. */
const share = z.object({ value: ratio.nullable(), right: count, of: count });
const list = <T extends z.ZodType>(one: T) => z.array(one).readonly();

const withInterval = z.object({ name: z.string(), found: share, from: ratio, to: ratio });

const evaluation = z.object({
  /** Seeds of the demo networks it was measured on; thresholds were chosen on others. */
  seeds: list(z.int()),
  transactions: count,
  addresses: count,
  /** Addresses of crime and sanctions that the directory names: how many are of at least this level. */
  direct: z.object({ medium: share, high: share }),
  /** Clean addresses that are of at least this level. */
  clean: z.object({ medium: share, high: share }),
  /**
   * Area under the ROC curve: the probability that an address with illicit money over `hops` scores higher than a clean one.
   */
  auc: list(
    z.object({ hops: z.int(), cases: count, value: ratio.nullable(), perfectDirectory: ratio.nullable() }),
  ),
  groups: list(
    z.object({
      group: z.string(),
      /** What its addresses truly are. */
      name: z.string(),
      asked: count,
      /** Without a number. */
      unknown: count,
      medium: count,
      high: count,
      median: z.int().min(0).max(100),
    }),
  ),
  actors: list(z.object({ actor: z.string(), listed: share, auc: ratio.nullable(), cases: count })),
  /** Scores from `from` to below `from` + 10: the part that is bad, as often as such addresses are. */
  reliability: list(z.object({ from: z.int(), bad: share })),
  rules: list(
    z.object({
      /** Factor ID without `behavior.`. */
      id: z.string(),
      name: z.string(),
      /** Findings whose transactions follow the pattern of the rule. */
      precision: share,
      recall: share,
      /** Where it speaks: that the address is bad. */
      bad: share,
      /** Clean addresses with a finding. */
      clean: share,
    }),
  ),
  /** Precision and recall of the detectors that scores depend on. */
  detectors: list(
    z.object({
      id: z.string(),
      name: z.string(),
      precision: ratio.nullable(),
      recall: ratio.nullable(),
    }),
  ),
  /** On transactions of real wallets whose truth is known, each with the 95% interval of its share. */
  mainnet: list(withInterval),
  /** Scores and conversions on the Ethereum side of the demo networks. `auc`: of accounts that received illicit funds directly. */
  ethereum: z.object({
    seeds: count,
    transactions: count,
    addresses: count,
    auc: z.object({ cases: count, value: ratio.nullable(), perfectDirectory: ratio.nullable() }),
    rows: list(withInterval),
  }),
  /**
   * Figures of earlier runs and of this one, oldest first, where more is better. Runs with different numbers of transactions
   * measured different demo networks.
   */
  history: list(
    z.object({
      on: z.iso.date(),
      transactions: count,
      figures: list(z.object({ id: z.string(), name: z.string(), value: ratio.nullable() })),
    }),
  ),
  /** The other methods beside the default one. */
  methods: list(z.object({ method: z.enum(riskMethods), sameLevel: share, apart: ratio })),
  /** Time to compute one score, with other work on the same computer; not a benchmark. */
  milliseconds: z.object({ p50: count, p95: count }),
});

export const getRiskEvaluation = endpoint({
  id: 'getRiskEvaluation',
  method: 'GET',
  path: '/risk-scoring/evaluation',
  access: 'user',
  scope: 'read',
  tag: 'risk',
  summary: 'Model quality: accuracy of scores measured on demo networks with known ground truth',
  description:
    'With the default profile. Methods and figures are in docs/concepts/evaluation.md. Expect worse figures on real data.',
  response: z.object({ success: z.literal(true), data: evaluation }),
});

export const riskEvaluationEndpoints = { getRiskEvaluation } as const;
