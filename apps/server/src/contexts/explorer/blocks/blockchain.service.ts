import type { Blockchain } from '@hopscope/contract';
import { chainOf } from '@hopscope/domain';
import { badRequest } from '../../../lib/app-error.ts';
import type { BitcoinBlockchain } from '../bitcoin/bitcoin.service.ts';
import type { EthereumBlockchain } from '../ethereum/ethereum.service.ts';
import { type BlockFilter, type ChoosesTransactions, filters } from './block-filter.service.ts';
import {
  isHash,
  parseBlockId,
  parseEthereumAccount,
  parseEthereumBlockId,
  parseEthereumHash,
  parseTxid,
} from '../../../lib/identifiers.ts';
import type { Page } from './pagination.ts';
import { createWorth, type PriceNow } from './worth.ts';

/** Answers about either chain: it follows from a hash or an address, a height is one of the chain that is asked for. */
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

  /** The chain of a block in a path. */
  function chainOfBlock(text: string, asked: Blockchain): Blockchain {
    return isHash(text) ? chainOf(text) : asked;
  }

  return {
    block: (text: string, { blockchain }: { blockchain: Blockchain }) =>
      chainOfBlock(text, blockchain) === 'ethereum'
        ? ethereum.block(parseEthereumBlockId(text))
        : bitcoin.block(parseBlockId(text)),

    /** A page of a block's transactions, or of those that meet a filter. */
    async blockTransactions(
      text: string,
      { blockchain, ...query }: Page & BlockFilter & { blockchain: Blockchain },
    ) {
      if (chainOfBlock(text, blockchain) === 'ethereum') {
        const id = parseEthereumBlockId(text);
        if (!filters(query)) return ethereum.blockTransactions(id, query);
        const block = await ethereum.block(id);
        const chosen = await blockFilter.choose(block, query);
        return ethereum.blockTransactions(parseEthereumBlockId(block.hash), query, chosen);
      }
      const id = parseBlockId(text);
      if (!filters(query)) return bitcoin.blockTransactions(id, query);
      const block = await bitcoin.block(id);
      const chosen = await blockFilter.choose(block, query);
      // By its hash: the places are of this block, even if another one stands there meanwhile.
      return bitcoin.blockTransactions(parseBlockId(block.hash), query, chosen);
    },

    transaction: (text: string) =>
      chainOf(text) === 'ethereum'
        ? ethereum.transaction(parseEthereumHash(text))
        : bitcoin.transaction(parseTxid(text)),

    address: async (text: string) =>
      chainOf(text) === 'ethereum'
        ? withWorth(await ethereum.address(text))
        : withWorth(await bitcoin.address(text)),

    /** 400 for an address of Bitcoin, which holds bitcoin only. */
    addressAssets(text: string, { limit, after }: { limit: number; after?: string | undefined }) {
      if (chainOf(text) === 'bitcoin') {
        throw badRequest('invalid_address', 'Only Ethereum addresses (0x…) have assets');
      }
      return ethereum.addressAssets(text, { limit, after });
    },

    /** 400 for an address of Ethereum, of which no list of waiting transactions is kept. */
    addressUnconfirmed(text: string, page: Page) {
      if (chainOf(text) === 'ethereum') {
        throw badRequest(
          'invalid_address',
          'Unconfirmed transactions are available only for Bitcoin addresses',
        );
      }
      return bitcoin.addressUnconfirmed(text, page);
    },

    unconfirmed: (page: Page) => bitcoin.unconfirmed(page),

    /** Of an address or a transaction. */
    blockStats(text: string) {
      if (chainOf(text) === 'bitcoin') return bitcoin.blockStats(isHash(text) ? parseTxid(text) : text);
      return ethereum.blockStats(isHash(text) ? parseEthereumHash(text) : parseEthereumAccount(text));
    },

    status: (chain: Blockchain) => (chain === 'ethereum' ? ethereum.status() : bitcoin.status()),
  };
}
