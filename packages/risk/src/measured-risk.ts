import type { MeasuredRisk } from './measured-risk-shape.ts';

// Written by `npm run evaluate`; see docs/concepts/evaluation.md for the method.

/** Quality of risk scores, measured on demo networks. */
// biome-ignore format: one row a line
export const measuredRisk: MeasuredRisk = {
  seeds: [1, 2, 3],
  transactions: 104109,
  addresses: 3675,
  direct: { medium: { value: 1, right: 275, of: 275 }, high: { value: 1, right: 275, of: 275 } },
  clean: { medium: { value: 0.0042, right: 4, of: 960 }, high: { value: 0, right: 0, of: 960 } },
  auc: [
    { hops: 1, cases: 240, value: 0.753, perfectDirectory: 0.9993 },
    { hops: 2, cases: 240, value: 0.7109, perfectDirectory: 0.9818 },
    { hops: 3, cases: 240, value: 0.5806, perfectDirectory: 0.9199 },
  ],
  groups: [
    { group: 'illicit_listed', asked: 240, unknown: 0, medium: 240, high: 240, median: 95 },
    { group: 'illicit_unlisted', asked: 240, unknown: 1, medium: 182, high: 179, median: 95 },
    { group: 'mixer_listed', asked: 192, unknown: 0, medium: 192, high: 57, median: 70 },
    { group: 'peel_chain', asked: 120, unknown: 0, medium: 117, high: 116, median: 89 },
    { group: 'structuring', asked: 3, unknown: 0, medium: 0, high: 0, median: 33 },
    { group: 'received_1', asked: 240, unknown: 11, medium: 155, high: 55, median: 70 },
    { group: 'received_2', asked: 240, unknown: 6, medium: 116, high: 32, median: 46 },
    { group: 'received_3', asked: 240, unknown: 8, medium: 81, high: 25, median: 21 },
    { group: 'received_more', asked: 240, unknown: 14, medium: 38, high: 11, median: 2 },
    { group: 'sent', asked: 240, unknown: 3, medium: 137, high: 72, median: 59 },
    { group: 'coinjoin', asked: 240, unknown: 0, medium: 9, high: 0, median: 35 },
    { group: 'little', asked: 240, unknown: 2, medium: 31, high: 2, median: 35 },
    { group: 'risky_services', asked: 240, unknown: 3, medium: 115, high: 0, median: 47 },
    { group: 'clean', asked: 960, unknown: 19, medium: 4, high: 0, median: 35 },
  ],
  actors: [
    { actor: 'sanctioned', listed: { value: 1, right: 7, of: 7 }, auc: 1, cases: 3 },
    { actor: 'ransomware', listed: { value: 1, right: 70, of: 70 }, auc: 0.9002, cases: 6 },
    { actor: 'hacker', listed: { value: 1, right: 117, of: 117 }, auc: 0.8802, cases: 5 },
    { actor: 'darknet_market', listed: { value: 1, right: 74, of: 74 }, auc: null, cases: 0 },
    { actor: 'investment_scam', listed: { value: 1, right: 7, of: 7 }, auc: null, cases: 0 },
    { actor: 'mixer', listed: { value: 1, right: 192, of: 192 }, auc: 0.7265, cases: 466 },
  ],
  reliability: [
    { from: 0, bad: { value: 0.123, right: 398, of: 881 } },
    { from: 10, bad: { value: 0.341, right: 74, of: 92 } },
    { from: 20, bad: { value: 0.1944, right: 50, of: 71 } },
    { from: 30, bad: { value: 0.0383, right: 132, of: 856 } },
    { from: 40, bad: { value: 0.1857, right: 39, of: 63 } },
    { from: 50, bad: { value: 0.1009, right: 73, of: 201 } },
    { from: 60, bad: { value: 0.27, right: 29, of: 43 } },
    { from: 70, bad: { value: 0.9067, right: 368, of: 373 } },
    { from: 80, bad: { value: 1, right: 263, of: 263 } },
    { from: 90, bad: { value: 0.9423, right: 523, of: 525 } },
  ],
  rules: [
    { id: 'structuring', precision: { value: 1, right: 3, of: 3 }, recall: { value: 1, right: 3, of: 3 }, bad: { value: 0, right: 0, of: 3 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'rapid_movement', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'peel_chain', precision: { value: 0.9834, right: 117, of: 121 }, recall: { value: 0.975, right: 117, of: 120 }, bad: { value: 1, right: 121, of: 121 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'dormant_then_active', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'round_trip', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'bridge_hop', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: 1, right: 1, of: 1 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'poisoning', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'dead_entity', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
  ],
  methods: [
    { method: 'fifo', sameLevel: { value: 0.7556, right: 136, of: 180 }, apart: 0.082 },
    { method: 'lifo', sameLevel: { value: 0.7667, right: 138, of: 180 }, apart: 0.0743 },
    { method: 'poison', sameLevel: { value: 0.5056, right: 91, of: 180 }, apart: 0.176 },
  ],
  milliseconds: { p50: 4, p95: 15 },
};
