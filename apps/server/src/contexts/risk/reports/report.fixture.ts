import type { ReportModel } from './report-model.ts';

const label = {
  entity: 'Blackreef Group (demo)',
  source: 'Demo network (fictional)',
  date: '2026-01-02',
  confidence: 80,
};

/** A report of an address of the demo with a score of three factors. */
export function exampleReport(more: Partial<ReportModel> = {}): ReportModel {
  return {
    version: 1,
    generatedAt: '2026-01-31T12:00:00.000Z',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    blockchain: 'bitcoin',
    network: 'demo',
    fictional: true,
    owner: {
      name: 'Northwind Exchange (demo)',
      entityId: 'demo-exchange-northwind',
      type: 'exchange',
      labels: [{ ...label, entity: 'Northwind Exchange (demo)' }],
    },
    score: {
      state: 'scored',
      reason: null,
      overall: 612_345,
      level: 'medium',
      groups: [
        { name: 'entity', score: 900_000, weight: 500_000, weighted: 450_000, raised: 0 },
        { name: 'transaction', score: 463_843, weight: 350_000, weighted: 162_345, raised: 0 },
        { name: 'jurisdiction', score: null, weight: 150_000, weighted: 0, raised: 0 },
      ],
    },
    factors: [
      {
        id: 'exposure.sanctioned.in',
        name: 'Received from a sanctioned entity',
        description:
          '0.12345678 BTC, 12.3456% of what came in, came from Blackreef Group (demo), 2 hops away.',
        severity: 'high',
        contribution: 450_000,
        hops: 2,
        evidence: [{ transaction: 'ab'.repeat(32), amount: '12345678', hops: 2 }],
        transactions: 14,
        labels: [label],
      },
      {
        id: 'behavior.rapid',
        name: 'Passed on within an hour',
        description: 'Nine tenths of what came in left within an hour.',
        severity: 'medium',
        contribution: 162_345,
        hops: null,
        evidence: [{ transaction: 'cd'.repeat(32), amount: '-5000000000', hops: null }],
        transactions: 1,
        labels: [],
      },
    ],
    exposures: [
      {
        direction: 'in',
        category: 'sanctioned',
        entity: 'Blackreef Group (demo)',
        amount: '12345678',
        share: 123_456,
        hops: 2,
        path: [
          {
            transaction: 'ab'.repeat(32),
            address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
            owner: null,
            amount: '12345678',
          },
          {
            transaction: 'ef'.repeat(32),
            address: null,
            owner: 'Blackreef Group (demo)',
            amount: '12345679',
          },
        ],
      },
    ],
    coverage: [
      { direction: 'in', total: '100000000', known: 123_456, unknown: 800_000, notWalked: 76_544 },
      { direction: 'out', total: '0', known: 0, unknown: 0, notWalked: 0 },
    ],
    notAssessed: ['Transactions below 0.0001 BTC were not followed.'],
    asset: { symbol: 'BTC', decimals: 8 },
    price: { micros: '67187335894', at: '2026-01-31T11:58:00.000Z', source: 'demo' },
    method: {
      taint: 'haircut',
      description: 'each output holds a part of every input, in proportion',
      hops: 3,
      budget: 5_000,
    },
    versions: {
      ledger: { height: 8_760, hash: '00'.repeat(28) + 'deadbeef' },
      other: null,
      directory: { version: 12, asOf: '2026-01-31' },
      profile: { name: 'Default', version: '1a2b3c4d' },
      application: '0.1.0',
    },
    sources: [{ name: 'Demo network (fictional)', date: '2026-01-02', license: null }],
    ...more,
  };
}
