import type { CallInput, exportAddressTransactions, listAddressTransactions } from '@hopscope/contract';
import { type Blockchain, chainOf } from '@hopscope/domain';
import type { SqlDatabase } from '../../../db/session.ts';
import type { Viewing } from '../../directory/attributions/csam.ts';
import { createAddressActivity } from './address-activity.service.ts';
import { createAddressExport } from './address-export.service.ts';
import { type AddressFilter, readFilter, readsRows } from './address-filter.ts';
import type { BitcoinBlockchain } from '../bitcoin/bitcoin.service.ts';
import { createCounterparties, type Directory } from './counterparties.ts';
import type { EthereumBlockchain } from '../ethereum/ethereum.service.ts';
import { createFilteredHistory } from './filtered-history.ts';
import type { HistoryAnswer } from './history.ts';
import type { Page } from '../blocks/pagination.ts';

type ListQuery = NonNullable<CallInput<typeof listAddressTransactions>['query']>;
type ExportQuery = NonNullable<CallInput<typeof exportAddressTransactions>['query']>;
type Given<Q> = { readonly [K in keyof Q]?: Q[K] | undefined };
/** The parts of a call that answers depend on. */
type Call = Viewing & { readonly signal: AbortSignal };

/** Serves histories of addresses: filtered, by day, and complete. */
export function createAddresses(options: {
  db: SqlDatabase;
  bitcoin: Pick<BitcoinBlockchain, 'histories' | 'addressTransactions'>;
  ethereum: Pick<EthereumBlockchain, 'histories' | 'addressMovements'>;
  directory: Directory;
  now: () => number;
}) {
  const { bitcoin, ethereum, directory } = options;
  const services = { bitcoin, ethereum };
  const historiesOf = (text: string) => services[chainOf(text)].histories;
  const pages: Readonly<
    Record<Blockchain, (text: string, page: Page, filter: AddressFilter) => Promise<HistoryAnswer>>
  > = {
    bitcoin: (text, page) => bitcoin.addressTransactions(text, page),
    ethereum: (text, page, { asset, hidden }) => ethereum.addressMovements(text, { ...page, asset, hidden }),
  };
  const filtered = createFilteredHistory();
  const exporting = createAddressExport(options);

  return {
    ...createAddressActivity(historiesOf),

    /** Returns a page of a history, newest first, with the exact number of matches. */
    async transactions(
      text: string,
      query: Page & Omit<Given<ListQuery>, keyof Page>,
      call: Call,
    ): Promise<HistoryAnswer> {
      const chain = chainOf(text);
      const filter = readFilter(query, chain);
      const page = { page: query.page, limit: query.limit };
      if (readsRows(filter)) {
        const counterparties = createCounterparties(directory, call);
        const look = { text, filter, page };
        return filtered.page(historiesOf(text), look, { counterparties, signal: call.signal });
      }
      return pages[chain](text, page, filter);
    },

    /** Returns the complete history as streamed text. */
    export(text: string, { format = 'csv', cursor, ...query }: Given<ExportQuery>, call: Call) {
      const counterparties = createCounterparties(directory, call);
      return exporting.export(
        historiesOf(text),
        { text, chain: chainOf(text), query, format, cursor },
        { counterparties, signal: call.signal },
      );
    },
  };
}
