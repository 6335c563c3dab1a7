import type { MeasuredRisk } from './measured-risk-shape.ts';

// Written by `npm run evaluate`; see docs/concepts/evaluation.md for the method.

/** Quality of risk scores, measured on demo networks. */
// biome-ignore format: one row a line
export const measuredRisk: MeasuredRisk = {
  seeds: [1, 2, 3],
  transactions: 104496,
  addresses: 3675,
  direct: { medium: { value: 1, right: 274, of: 274 }, high: { value: 1, right: 274, of: 274 } },
  clean: { medium: { value: 0.0021, right: 2, of: 960 }, high: { value: 0, right: 0, of: 960 } },
  auc: [
    { hops: 1, cases: 240, value: 0.7954, perfectDirectory: 1 },
    { hops: 2, cases: 240, value: 0.6962, perfectDirectory: 0.9839 },
    { hops: 3, cases: 240, value: 0.5954, perfectDirectory: 0.9443 },
  ],
  groups: [
    { group: 'illicit_listed', asked: 240, unknown: 0, medium: 240, high: 240, median: 95 },
    { group: 'illicit_unlisted', asked: 240, unknown: 2, medium: 179, high: 176, median: 95 },
    { group: 'mixer_listed', asked: 192, unknown: 0, medium: 192, high: 38, median: 70 },
    { group: 'peel_chain', asked: 120, unknown: 0, medium: 117, high: 113, median: 89 },
    { group: 'structuring', asked: 3, unknown: 0, medium: 0, high: 0, median: 33 },
    { group: 'received_1', asked: 240, unknown: 7, medium: 169, high: 50, median: 70 },
    { group: 'received_2', asked: 240, unknown: 8, medium: 132, high: 35, median: 59 },
    { group: 'received_3', asked: 240, unknown: 8, medium: 87, high: 28, median: 25 },
    { group: 'received_more', asked: 240, unknown: 15, medium: 35, high: 8, median: 1 },
    { group: 'sent', asked: 240, unknown: 2, medium: 139, high: 60, median: 59 },
    { group: 'coinjoin', asked: 240, unknown: 0, medium: 21, high: 1, median: 35 },
    { group: 'little', asked: 240, unknown: 4, medium: 31, high: 1, median: 35 },
    { group: 'risky_services', asked: 240, unknown: 4, medium: 108, high: 0, median: 43 },
    { group: 'clean', asked: 960, unknown: 9, medium: 2, high: 0, median: 35 },
  ],
  actors: [
    { actor: 'sanctioned', listed: { value: 1, right: 4, of: 4 }, auc: 1, cases: 3 },
    { actor: 'ransomware', listed: { value: 1, right: 67, of: 67 }, auc: 0.8733, cases: 5 },
    { actor: 'hacker', listed: { value: 1, right: 119, of: 119 }, auc: null, cases: 0 },
    { actor: 'darknet_market', listed: { value: 1, right: 73, of: 73 }, auc: null, cases: 0 },
    { actor: 'investment_scam', listed: { value: 1, right: 11, of: 11 }, auc: null, cases: 0 },
    { actor: 'mixer', listed: { value: 1, right: 192, of: 192 }, auc: 0.7428, cases: 472 },
  ],
  reliability: [
    { from: 0, bad: { value: 0.1226, right: 374, of: 842 } },
    { from: 10, bad: { value: 0.2537, right: 57, of: 81 } },
    { from: 20, bad: { value: 0.2701, right: 58, of: 74 } },
    { from: 30, bad: { value: 0.0443, right: 132, of: 882 } },
    { from: 40, bad: { value: 0.2124, right: 40, of: 67 } },
    { from: 50, bad: { value: 0.1117, right: 92, of: 222 } },
    { from: 60, bad: { value: 0.3621, right: 30, of: 38 } },
    { from: 70, bad: { value: 0.9139, right: 420, of: 422 } },
    { from: 80, bad: { value: 0.9423, right: 255, of: 256 } },
    { from: 90, bad: { value: 1, right: 492, of: 492 } },
  ],
  rules: [
    { id: 'structuring', precision: { value: 1, right: 3, of: 3 }, recall: { value: 1, right: 3, of: 3 }, bad: { value: 0, right: 0, of: 3 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'rapid_movement', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'peel_chain', precision: { value: 0.9202, right: 120, of: 131 }, recall: { value: 1, right: 120, of: 120 }, bad: { value: 0.962, right: 130, of: 131 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'dormant_then_active', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'round_trip', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'bridge_hop', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'poisoning', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
    { id: 'dead_entity', precision: { value: null, right: 0, of: 0 }, recall: { value: null, right: 0, of: 0 }, bad: { value: null, right: 0, of: 0 }, clean: { value: 0, right: 0, of: 960 } },
  ],
  methods: [
    { method: 'fifo', sameLevel: { value: 0.7667, right: 138, of: 180 }, apart: 0.1034 },
    { method: 'lifo', sameLevel: { value: 0.7222, right: 130, of: 180 }, apart: 0.1303 },
    { method: 'poison', sameLevel: { value: 0.5556, right: 100, of: 180 }, apart: 0.1628 },
  ],
  milliseconds: { p50: 10, p95: 33 },
};
