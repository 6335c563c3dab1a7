import { entities } from '../../entities.ts';
import { type Account, spendable } from '../account.ts';
import { addressWord, eventTopic, selector, word } from '../abi.ts';
import { ether } from '../chain.ts';
import type { EthereumEconomy } from '../economy.ts';
import type { Run } from '../run.ts';
import { tokenEvents } from './tokens.ts';

const calls = {
  mint: selector('mint(uint256)'),
  transfer: selector('safeTransferFrom(address,address,uint256)'),
  buy: selector('buy(uint256)'),
} as const;
const sold = eventTopic('Sold(uint256,address,address,uint256)');

/** An NFT collection with its own market. */
export interface Collection {
  mint(buyer: Account): void;
  /** Transfers one of the owner's tokens; does nothing if the owner has none. */
  give(from: Account, to: Account): void;
  /** Buys a token from any owner at a price; the creator receives 5%. */
  buy(buyer: Account, wei: bigint): void;
}

const mintPrice = ether / 25n;
/** Maximum number of tokens. */
const mostTokens = 4_000;

/** Deploys the collection and its market. */
export function createCollection(economy: EthereumEconomy, maker: Account): Collection {
  const account = economy.deploy(maker, {
    entity: entities.collection,
    role: 'collection',
    code: 300,
    pools: true,
  });
  const market = economy.deploy(maker, {
    entity: entities.collection,
    role: 'market',
    code: 220,
    pools: true,
  });
  economy.token({ account, standard: 'erc721', name: 'Paper Boats (demo)', symbol: 'BOATS', decimals: null });
  const owners: Account[] = [];

  function emitMove(run: Run, from: Account | undefined, to: Account, id: number): void {
    run.moveToken(from, to, 1n);
    run.burn(8_000);
    run.log([tokenEvents.transfer, from ? addressWord(from) : word(0), addressWord(to), word(id)], '');
    run.afterwards(() => {
      owners[id] = to;
    });
  }

  return {
    mint(buyer) {
      economy.send({
        kind: 'collectible',
        from: buyer,
        to: account,
        value: mintPrice,
        input: calls.mint + word(1),
        gas: 85_000,
        program(run) {
          if (owners.length >= mostTokens) run.fail('sold out');
          emitMove(run, undefined, buyer, owners.length);
          run.pay(maker, mintPrice);
        },
      });
    },
    give(from, to) {
      const id = owners.indexOf(from);
      if (id < 0) return;
      economy.send({
        kind: 'collectible',
        from,
        to: account,
        input: calls.transfer + addressWord(from) + addressWord(to) + word(id),
        gas: 60_000,
        program(run) {
          if (owners[id] !== from) run.fail('not the owner');
          emitMove(run, from, to, id);
        },
      });
    },
    buy(buyer, wei) {
      if (owners.length === 0 || spendable(buyer) < wei) return;
      const id = economy.random.below(owners.length);
      const seller = owners[id];
      if (!seller || seller === buyer) return;
      economy.send({
        kind: 'collectible',
        from: buyer,
        to: market,
        value: wei,
        input: calls.buy + word(id),
        gas: 130_000,
        program(run) {
          if (owners[id] !== seller) run.fail('not for sale');
          run.call(
            account,
            { input: calls.transfer + addressWord(seller) + addressWord(buyer) + word(id) },
            () => emitMove(run, seller, buyer, id),
          );
          const royalty = wei / 20n;
          run.pay(maker, royalty, run.carried && new Map());
          run.pay(seller, wei - royalty, run.carried);
          run.log([sold, word(id)], addressWord(seller) + addressWord(buyer) + word(wei));
        },
      });
    },
  };
}
