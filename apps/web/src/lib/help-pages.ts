/**
 * Pages of the documentation that the application leads to: the file below docs/ without `.md`, a heading of it where that says
 * more, and what the link is about for those who do not see its surroundings.
 */
export const helpPages = {
  risk: { page: 'concepts/risk', about: 'risk scores' },
  tracing: { page: 'concepts/tracing', about: 'tracing' },
  clusters: { page: 'concepts/clusters', about: 'clusters' },
  coverage: { page: 'concepts/ledger', heading: 'coverage', about: 'coverage' },
  cases: { page: 'guide/cases', about: 'cases' },
  filings: { page: 'guide/sars', about: 'filings' },
  alerts: { page: 'guide/alerts', about: 'alerts' },
  webhooks: { page: 'api/webhooks', about: 'webhooks' },
  sessions: { page: 'api/authentication', about: 'sessions and the API' },
} as const satisfies Record<string, { page: string; heading?: string; about: string }>;

export type HelpTopic = keyof typeof helpPages;
