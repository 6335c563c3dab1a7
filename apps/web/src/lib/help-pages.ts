/**
 * Documentation pages linked in the application: the file below docs/ without `.md`, optionally with a heading, and the link's
 * topic for screen readers.
 */
export const helpPages = {
  risk: { page: 'concepts/risk', about: 'risk scores' },
  tracing: { page: 'concepts/tracing', about: 'tracing' },
  clusters: { page: 'concepts/clusters', about: 'clusters' },
  conversions: { page: 'concepts/conversions', about: 'conversions' },
  crossings: { page: 'concepts/crossings', about: 'crossings' },
  mixers: { page: 'concepts/mixers', about: 'links through mixers' },
  contracts: { page: 'concepts/account-facts', about: 'what contracts state' },
  coverage: { page: 'concepts/ledger', heading: 'coverage', about: 'coverage' },
  cases: { page: 'guide/cases', about: 'cases' },
  filings: { page: 'guide/sars', about: 'filings' },
  alerts: { page: 'guide/alerts', about: 'alerts' },
  wallets: { page: 'guide/monitor-addresses', heading: 'monitor-a-whole-wallet', about: 'wallets' },
  travelRule: { page: 'guide/travel-rule', about: 'the Travel Rule' },
  checks: { page: 'api/screening', about: 'checks' },
  screeningRules: { page: 'api/screening', heading: 'rules', about: 'screening rules' },
  batches: { page: 'api/screening', heading: 'batches', about: 'batches' },
  apiKeys: { page: 'api/keys', about: 'API keys' },
  webhooks: { page: 'api/webhooks', about: 'webhooks' },
  connect: { page: 'operate/connect', about: 'connecting a node' },
  sessions: { page: 'api/authentication', about: 'sessions and the API' },
} as const satisfies Record<string, { page: string; heading?: string; about: string }>;

export type HelpTopic = keyof typeof helpPages;
