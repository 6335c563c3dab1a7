import type { Blockchain } from '@hopscope/contract';
import { chainOf, chainOfBlock, chains } from '@hopscope/domain';
import { badRequest } from '../../../lib/app-error.ts';
import type { BitcoinBlockchain } from '../bitcoin/bitcoin.service.ts';
import type { EthereumBlockchain } from '../ethereum/ethereum.service.ts';
import { type BlockFilter, type ChoosesTransactions, filters } from './block-filter.service.ts';
import {
  identifiers,
  isHash,
  parseEthereumAccount,
  parseEthereumHash,
  parseTxid,
} from '../../../lib/identifiers.ts';
import type { Page } from './pagination.ts';
import { createWorth, type PriceNow } from './worth.ts';

/** Serves both chains: a hash or an address determines the chain, a height needs it as a parameter. */
export function createBlockchain({
  bitcoin,
  ethereum,
  blockFilter,
  priceNow,
}: {
  bitcoin: BitcoinBlockchain;
  ethereum: EthereumBlockchain;
  blockFilter: ChoosesTransactions;
  priceNow: PriceNow;
}) {
  const withWorth = createWorth(priceNow);
  const services = { bitcoin, ethereum };

  const stats: Readonly<Record<Blockchain, (text: string) => ReturnType<BitcoinBlockchain['blockStats']>>> = {
    bitcoin: (text) => bitcoin.blockStats(isHash(text) ? parseTxid(text) : text),
    ethereum: (text) =>
      ethereum.blockStats(isHash(text) ? parseEthereumHash(text) : parseEthereumAccount(text)),
  };

  return {
    block(text: string, { blockchain }: { blockchain: Blockchain }) {
      const chain = chainOfBlock(text, blockchain);
      return services[chain].block(identifiers[chain].block(text));
    },

    /** Returns a page of a block's transactions, or of those that match a filter. */
    async blockTransactions(
      text: string,
      { blockchain, ...query }: Page & BlockFilter & { blockchain: Blockchain },
    ) {
      const chain = chainOfBlock(text, blockchain);
      const { block: idOf } = identifiers[chain];
      const id = idOf(text);
      if (!filters(query)) return services[chain].blockTransactions(id, query);
      const block = await services[chain].block(id);
      const chosen = await blockFilter.choose(block, query);
      // By hash: the positions are of this block, even if another one has replaced it.
      return services[chain].blockTransactions(idOf(block.hash), query, chosen);
    },

    transaction(text: string) {
      const chain = chainOf(text);
      return services[chain].transaction(identifiers[chain].transaction(text));
    },

    address: async (text: string) => withWorth(await services[chainOf(text)].address(text)),

    /** Throws 400 for an address of a chain without tokens. */
    addressAssets(text: string, { limit, after }: { limit: number; after?: string | undefined }) {
      if (!chains[chainOf(text)].hasTokens) {
        throw badRequest('invalid_address', 'Only Ethereum addresses (0x…) have assets');
      }
      return ethereum.addressAssets(text, { limit, after });
    },

    /** Throws 400 for an account, which has no list of unconfirmed transactions. */
    addressUnconfirmed(text: string, page: Page) {
      if (chains[chainOf(text)].model !== 'utxo') {
        throw badRequest(
          'invalid_address',
          'Unconfirmed transactions are available only for Bitcoin addresses',
        );
      }
      return bitcoin.addressUnconfirmed(text, page);
    },

    unconfirmed: (page: Page) => bitcoin.unconfirmed(page),

    /** Returns block statistics of an address or a transaction. */
    blockStats: (text: string) => stats[chainOf(text)](text),

    status: (chain: Blockchain) => services[chain].status(),
  };
}
