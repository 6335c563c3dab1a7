import { createAddresses } from '../contexts/explorer/addresses/addresses.service.ts';
import { createBlockContents } from '../contexts/explorer/blocks/block-contents.ts';
import { createBlockFilter } from '../contexts/explorer/blocks/block-filter.service.ts';
import { createBlockchain } from '../contexts/explorer/blocks/blockchain.service.ts';
import { createTransactionParts } from '../contexts/explorer/blocks/transaction-parts.service.ts';
import { createClusters } from '../contexts/explorer/clusters/clusters.service.ts';
import { createProbableOwner } from '../contexts/explorer/clusters/probable-owner.service.ts';
import { createEntityFlows } from '../contexts/explorer/entities/entity-flows.service.ts';
import { createEntityActivity } from '../contexts/explorer/entities/entity-activity.service.ts';
import { createFeeds } from '../contexts/explorer/feeds/feeds.service.ts';
import { createMentions } from '../contexts/explorer/feeds/mentions.service.ts';
import { createProvider } from '../contexts/explorer/prices/create-provider.ts';
import { createPrices } from '../contexts/explorer/prices/prices.service.ts';
import { createRelations } from '../contexts/explorer/relations/relations.service.ts';
import { createEns } from '../contexts/explorer/search/ens.ts';
import { createSearch } from '../contexts/explorer/search/search.service.ts';
import type { Base } from './base.ts';
import type { DirectoryContext } from './directory.ts';
import type { Identity } from './identity.ts';

/** Blocks, transactions, addresses, search, prices, and news. */
export function createExplorer(base: Base, { audit }: Identity, { directory }: DirectoryContext) {
  const { config, jobs, sources, isDemo } = base;
  const contents = createBlockContents(base);
  const clusters = createClusters(base);
  const prices = createPrices({
    ...base,
    ...config.prices,
    provider: createProvider(config.prices, { ...base, seed: config.demo.seed }),
    isDemo,
  });
  const feeds = createFeeds({ ...base, audit });
  jobs.every(2000, 'update clusters', (signal) => clusters.catchUp(signal), ['ledger_event']);
  jobs.every(30_000, 'fetch prices', (signal) => prices.refresh(signal));
  jobs.every(60_000, 'fetch historical prices', (signal) => prices.fillHistory(signal));
  jobs.every(60_000, 'fetch feeds', (signal) => feeds.fetchDue(signal));
  jobs.every(3_600_000, 'delete old news', () => feeds.forgetOld());
  return {
    clusters,
    probableOwner: createProbableOwner(base),
    prices,
    feeds,
    mentions: createMentions({ ...base, directory }),
    addresses: createAddresses({ ...base, directory }),
    blockchain: createBlockchain({
      ...base,
      blockFilter: createBlockFilter({ contents, attributions: directory.attributions }),
      priceNow: prices.priceNow,
    }),
    transactionParts: createTransactionParts({
      ...base,
      contents,
      pools: directory.pools,
      bitcoinByAddress: base.remote.bitcoin,
    }),
    relations: createRelations(base),
    entityActivity: createEntityActivity({
      ...base,
      clusters: base.clusterAccess,
      bitcoin: base.bitcoin.holdings,
      ethereum: base.ethereum.holdings,
    }),
    entityFlows: createEntityFlows({
      ...base,
      clusters: base.clusterAccess,
      balances: directory.balances,
      bitcoin: base.bitcoin.holdings,
      ethereum: base.ethereum.holdings,
    }),
    search: createSearch({ ...base, ens: createEns(sources.ethereum) }),
  };
}

export type Explorer = ReturnType<typeof createExplorer>;
