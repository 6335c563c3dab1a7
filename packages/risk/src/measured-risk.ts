import type { MeasuredRisk } from './measured-risk-shape.ts';

// Written by `npm run evaluate`; see docs/concepts/evaluation.md for the method.

/** Quality of risk scores, measured on demo networks. */
// biome-ignore format: one row a line
export const measuredRisk: MeasuredRisk = {
  seeds: [1, 2, 3],
  transactions: 104296,
  addresses: 3675,
  direct: { medium: { value: 1, right: 266, of: 266 }, high: { value: 1, right: 266, of: 266 } },
  clean: { medium: { value: 0.0073, right: 7, of: 960 }, high: { value: 0.001, right: 1, of: 960 } },
  auc: [
    { hops: 1, cases: 240, value: 0.7996, perfectDirectory: 0.9974 },
    { hops: 2, cases: 240, value: 0.7337, perfectDirectory: 0.979 },
    { hops: 3, cases: 240, value: 0.5637, perfectDirectory: 0.9238 },
  ],
  groups: [
    { group: 'illicit_listed', asked: 240, unknown: 0, medium: 240, high: 240, median: 95 },
    { group: 'illicit_unlisted', asked: 240, unknown: 1, medium: 181, high: 179, median: 95 },
    { group: 'mixer_listed', asked: 192, unknown: 0, medium: 192, high: 61, median: 70 },
    { group: 'peel_chain', asked: 120, unknown: 0, medium: 116, high: 115, median: 89 },
    { group: 'structuring', asked: 3, unknown: 0, medium: 0, high: 0, median: 33 },
    { group: 'received_1', asked: 240, unknown: 4, medium: 170, high: 52, median: 70 },
    { group: 'received_2', asked: 240, unknown: 5, medium: 129, high: 42, median: 59 },
    { group: 'received_3', asked: 240, unknown: 4, medium: 79, high: 20, median: 27 },
    { group: 'received_more', asked: 240, unknown: 13, medium: 42, high: 12, median: 2 },
    { group: 'sent', asked: 240, unknown: 3, medium: 147, high: 86, median: 67 },
    { group: 'coinjoin', asked: 240, unknown: 0, medium: 8, high: 0, median: 35 },
    { group: 'little', asked: 240, unknown: 5, medium: 32, high: 2, median: 35 },
    { group: 'risky_services', asked: 240, unknown: 1, medium: 119, high: 0, median: 48 },
    { group: 'clean', asked: 960, unknown: 12, medium: 7, high: 1, median: 35 },
  ],
  actors: [
    { actor: 'sanctioned', listed: { value: 1, right: 3, of: 3 }, auc: 1, cases: 3 },
    { actor: 'ransomware', listed: { value: 1, right: 75, of: 75 }, auc: 0.8445, cases: 6 },
    { actor: 'hacker', listed: { value: 1, right: 108, of: 108 }, auc: 0.7148, cases: 6 },
    { actor: 'darknet_market', listed: { value: 1, right: 76, of: 76 }, auc: null, cases: 0 },
    { actor: 'investment_scam', listed: { value: 1, right: 4, of: 4 }, auc: null, cases: 0 },
    { actor: 'mixer', listed: { value: 1, right: 192, of: 192 }, auc: 0.7648, cases: 465 },
  ],
  reliability: [
    { from: 0, bad: { value: 0.1007, right: 375, of: 854 } },
    { from: 10, bad: { value: 0.2061, right: 43, of: 66 } },
    { from: 20, bad: { value: 0.4595, right: 62, of: 76 } },
    { from: 30, bad: { value: 0.0442, right: 156, of: 876 } },
    { from: 40, bad: { value: 0.1228, right: 31, of: 62 } },
    { from: 50, bad: { value: 0.09, right: 81, of: 217 } },
    { from: 60, bad: { value: 0.2712, right: 27, of: 41 } },
    { from: 70, bad: { value: 0.8666, right: 384, of: 389 } },
    { from: 80, bad: { value: 0.9349, right: 237, of: 239 } },
    { from: 90, bad: { value: 0.9735, right: 566, of: 567 } },
  ],
  rules: [
    { id: 'structuring', precision: { value: 1, right: 3, of: 3 }, recall: { value: 1, right: 3, of: 3 }, bad: { value: 0, right: 0, of: 3 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'rapid_movement', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'peel_chain', precision: { value: 0.9362, right: 116, of: 133 }, recall: { value: 0.9667, right: 116, of: 120 }, bad: { value: 1, right: 133, of: 133 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'dormant_then_active', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'round_trip', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'bridge_hop', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: 1, right: 2, of: 2 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'poisoning', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'dead_entity', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
  ],
  methods: [
    { method: 'fifo', sameLevel: { value: 0.7778, right: 140, of: 180 }, apart: 0.0892 },
    { method: 'lifo', sameLevel: { value: 0.7833, right: 141, of: 180 }, apart: 0.0608 },
    { method: 'poison', sameLevel: { value: 0.55, right: 99, of: 180 }, apart: 0.1588 },
  ],
  milliseconds: { p50: 10, p95: 41 },
};
