import { z } from 'zod';
import { tool } from './tool.ts';

const namesShown = 10;

/** Looks up what is on the chains. */
export const explorerTools = [
  tool({
    name: 'search',
    title: 'Search',
    description:
      'Identifies a text as a block, transaction, or address of Bitcoin or Ethereum, and finds entities of the directory by name.',
    input: z.object({ query: z.string().min(1).max(500) }),
    async answer({ query }, { client, links }) {
      const [{ data }, entities] = await Promise.all([
        client.search({ query: { q: query } }),
        client.listEntities({ query: {} }),
      ]);
      const { type, value, blockchain } = data;
      const wanted = query.trim().toLowerCase();
      const named = entities.data.filter(({ proper_name: name }) => name.toLowerCase().includes(wanted));
      const link =
        value === null || type === 'none'
          ? null
          : type === 'block'
            ? links.block(value, blockchain ?? 'bitcoin')
            : links[type](value);
      return {
        ...data,
        link,
        entities: named
          .slice(0, namesShown)
          .map(({ entity_id: id, proper_name: name, entity_type: kind }) => ({
            id,
            name,
            type: kind ?? null,
            link: links.entity(id),
          })),
        entitiesFound: named.length,
        basis: { directoryVersion: entities.version },
      };
    },
  }),
  tool({
    name: 'lookup_address',
    title: 'Look up an address',
    description:
      'Totals, balance, owner, and newest transactions of an address. The owner comes from the directory, directly or by the cluster of the address.',
    input: z.object({
      address: z.string().min(1).max(200),
      transactions: z.number().int().min(0).max(50).default(10),
    }),
    async answer({ address, transactions }, { client, links }) {
      const params = { addr: address };
      const [summary, attributions, history] = await Promise.all([
        client.getAddressSummary({ params }),
        client.attributeAddresses({ query: {}, body: { addresses: [address] } }),
        transactions === 0
          ? undefined
          : client.listAddressTransactions({ params, query: { page: 1, limit: transactions } }),
      ]);
      return {
        summary: summary.data[0],
        owner: attributions.data[0] ?? null,
        transactions: history?.txs ?? [],
        transactionsInAll: history?.pagination.totalTxs ?? null,
        link: links.address(address),
        basis: { directoryVersion: attributions.version },
      };
    },
  }),
  tool({
    name: 'transaction',
    title: 'Look up a transaction',
    description: 'A transaction with its inputs and outputs, on Ethereum with all of its effects.',
    input: z.object({ hash: z.string().min(1).max(80) }),
    async answer({ hash }, { client, links }) {
      const { data } = await client.getTransaction({ params: { hash } });
      return { transaction: data, link: links.transaction(hash) };
    },
  }),
];
