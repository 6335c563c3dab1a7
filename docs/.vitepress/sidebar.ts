import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the site: its title in the sidebar, and its file below docs/ without `.md`. */
export interface SidebarPage {
  readonly text: string;
  readonly page: string;
}

/** A group of pages for one kind of reader. */
export interface SidebarGroup {
  readonly text: string;
  readonly pages: readonly SidebarPage[];
}

/** Decisions by number; their titles are their headings. */
function decisions(): SidebarPage[] {
  const folder = join(import.meta.dirname, '../decisions');
  return globSync('[0-9]*.md', { cwd: folder })
    .sort()
    .map((file) => ({
      text: /^# (.+)$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? file,
      page: `decisions/${file.replace(/\.md$/, '')}`,
    }));
}

/** Every page of the site in its order; a test compares it with the files. */
export const sidebar: readonly SidebarGroup[] = [
  {
    text: 'Get started',
    pages: [
      { text: 'Run Hopscope', page: 'get-started/index' },
      { text: 'Take a tour', page: 'get-started/tour' },
      { text: 'The demo network', page: 'get-started/demo' },
    ],
  },
  {
    text: 'User guide',
    pages: [
      { text: 'What you can do', page: 'guide/index' },
      { text: 'Explore addresses and transactions', page: 'guide/explore' },
      { text: 'Check risk', page: 'guide/check-risk' },
      { text: 'Trace funds', page: 'guide/trace-funds' },
      { text: 'Look up a service', page: 'guide/look-up-service' },
      { text: 'Travel Rule', page: 'guide/travel-rule' },
      { text: 'Monitor addresses', page: 'guide/monitor-addresses' },
      { text: 'Review transactions', page: 'guide/review-transactions' },
      { text: 'Close a case with a filing', page: 'guide/close-case' },
      { text: 'Share evidence', page: 'guide/share-evidence' },
      { text: 'Explorer reference', page: 'guide/explorer' },
      { text: 'Alerts reference', page: 'guide/alerts' },
      { text: 'Cases reference', page: 'guide/cases' },
      { text: 'Filings reference', page: 'guide/sars' },
      { text: 'Risk report reference', page: 'guide/report' },
      { text: 'Team figures reference', page: 'guide/team' },
    ],
  },
  {
    text: 'Operator guide',
    pages: [
      { text: 'Install', page: 'operate/index' },
      { text: 'Deploy', page: 'operate/deploy' },
      { text: 'Settings', page: 'operate/configure' },
      { text: 'Connect a source', page: 'operate/connect' },
      { text: 'Bitcoin node', page: 'operate/bitcoin-core' },
      { text: 'Ethereum node', page: 'operate/ethereum-node' },
      { text: 'Esplora service', page: 'operate/esplora' },
      { text: 'Etherscan-compatible service', page: 'operate/etherscan' },
      { text: 'Import blocks', page: 'operate/import' },
      { text: 'Several server processes', page: 'scale' },
      { text: 'Capacity', page: 'capacity' },
      { text: 'Performance', page: 'performance' },
      { text: 'Database', page: 'operate/database' },
      { text: 'Back up and restore', page: 'operate/backup' },
      { text: 'Upgrade', page: 'operate/upgrade' },
      { text: 'Observe', page: 'operate/observe' },
      { text: 'Audit log', page: 'operate/audit-log' },
      { text: 'Identity provider', page: 'operate/identity-provider' },
      { text: 'Security', page: 'security' },
      { text: 'ASVS 5.0, level 2', page: 'security-asvs' },
      { text: 'Privacy', page: 'privacy' },
      { text: 'Directory lists', page: 'operate/directory-sources' },
      { text: 'Directory seed', page: 'operate/directory-seed' },
      { text: 'Prices', page: 'operate/prices' },
      { text: 'News and posts', page: 'operate/feeds' },
    ],
  },
  {
    text: 'API guide',
    pages: [
      { text: 'First call', page: 'api/index' },
      { text: 'Authentication', page: 'api/authentication' },
      { text: 'API keys', page: 'api/keys' },
      { text: 'Screening', page: 'api/screening' },
      { text: 'Clients and command', page: 'api/client' },
      { text: 'Recipes', page: 'api/recipes' },
      { text: 'MCP server', page: 'api/mcp' },
      { text: 'Organizations', page: 'api/organizations' },
      { text: 'Data and paging', page: 'api/paging' },
      { text: 'Errors', page: 'api/errors' },
      { text: 'Rate limits', page: 'api/rate-limits' },
      { text: 'Webhooks', page: 'api/webhooks' },
      { text: 'Stream', page: 'api/stream' },
    ],
  },
  {
    text: 'Concepts',
    pages: [
      { text: 'Risk', page: 'concepts/risk' },
      { text: 'Risk records and history', page: 'concepts/risk-history' },
      { text: 'Measured quality', page: 'concepts/evaluation' },
      { text: 'Tracing', page: 'concepts/tracing' },
      { text: 'FlowTrace documents', page: 'concepts/flowtrace' },
      { text: 'Evidence bundles', page: 'concepts/evidence' },
      { text: 'Clusters and CoinJoins', page: 'concepts/clusters' },
      { text: 'Conversions', page: 'concepts/conversions' },
      { text: 'Crossings', page: 'concepts/crossings' },
      { text: 'Mixers', page: 'concepts/mixers' },
      { text: 'What contracts state', page: 'concepts/account-facts' },
      { text: 'Directory', page: 'concepts/directory' },
      { text: 'Screening', page: 'concepts/screening' },
      { text: 'Ledgers', page: 'concepts/ledger' },
      { text: 'Glossary', page: 'glossary' },
    ],
  },
  {
    text: 'Contributor guide',
    pages: [
      { text: 'Contribute', page: 'contribute/index' },
      { text: 'Six changes, step by step', page: 'contribute/examples' },
      { text: 'Architecture', page: 'contribute/architecture' },
      { text: 'Walks through the code', page: 'contribute/walks' },
      { text: 'Folders', page: 'contribute/folders' },
      { text: 'Requirements', page: 'requirements' },
      { text: 'Documentation', page: 'contribute/documentation' },
      { text: 'Changelog', page: 'contribute/changelog' },
    ],
  },
  { text: 'Decisions', pages: [{ text: 'All decisions', page: 'decisions/index' }, ...decisions()] },
];
