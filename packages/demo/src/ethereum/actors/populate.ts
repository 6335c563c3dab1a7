import { secondsOfDay } from '@hopscope/domain';
import type { DemoOptions } from '../../bitcoin/simulation.ts';
import { customerEntity, entities, personEntity } from '../../entities.ts';
import { ether } from '../chain.ts';
import { createCoinMixer } from '../contracts/coin-mixer.ts';
import { createCollection } from '../contracts/collection.ts';
import { createLending } from '../contracts/lending.ts';
import { createSettlement } from '../contracts/settlement.ts';
import { createSmartAccounts } from '../contracts/smart-accounts.ts';
import { createSwapPool, firstLiquidity } from '../contracts/swap-pool.ts';
import { createTokens, tokenMint, tokenTransfer, type Tokens } from '../contracts/tokens.ts';
import type { EthereumEconomy } from '../economy.ts';
import type { BridgeDeposit } from '../model.ts';
import {
  createValidators,
  startEthereumCustomers,
  startRarities,
  startValidators,
  type Validators,
} from './chain-life.ts';
import { createEthereumCommerce, startEthereumPayroll } from './commerce.ts';
import { createEthereumExchange } from './exchange.ts';
import { marketHabits } from './markets.ts';
import { commonHabits, startEthereumPeople } from './people.ts';
import { mixerMistakes } from './mixer-mistakes.ts';
import { startEthereumSpam } from './spam.ts';
import {
  createEthereumBridge,
  createEthereumScam,
  mixerHabit,
  startEthereumSanctioned,
} from './underworld.ts';
import { dollar, type EthereumPerson, type EthereumWorld } from './world.ts';

/** What the block producer requires of the actors. */
export interface Populated extends Validators {
  setPace(live: boolean): void;
  bridge(deposit: BridgeDeposit): void;
}

/** Maximum number of seconds between activities in live mode. */
const livePace = 3;
const customerCount = 12;

/** Adds all actors to an economy. */
export function populate(options: Omit<DemoOptions, 'hashing'>, economy: EthereumEconomy): Populated {
  const perHour = options.ethereumTransactions / (options.length / 3600);
  const historyPace = Math.max(1, Math.floor(2_950 / perHour));
  let pace = historyPace;
  const validators = createValidators(economy);
  const issuer = economy.open({ entity: entities.issuer, role: 'issuer', pools: true });
  const maker = economy.open({ entity: entities.dex, role: 'maker', pools: true });
  economy.endow(issuer, 100n * ether);
  economy.endow(maker, 12_000n * ether);
  const tokens = createTokens(economy, issuer);
  const router = economy.deploy(maker, { entity: entities.dex, role: 'router', code: 280, pools: true });
  const pools = {
    stable: createSwapPool(economy, tokens, { token: tokens.stable, router, maker }),
    harbor: createSwapPool(economy, tokens, { token: tokens.harbor, router, maker }),
  };
  const artist = economy.open({ entity: entities.collection, role: 'artist' });
  economy.endow(artist, 5n * ether);
  const mixerMaker = economy.open({ entity: entities.coinMixer, role: 'maker' });
  economy.endow(mixerMaker, 5n * ether);
  const relayers = [0, 1, 2].map(() => {
    const relayer = economy.open({ entity: entities.coinMixer, role: 'relayer' });
    economy.endow(relayer, 3n * ether);
    return relayer;
  });
  const exchanges = createExchanges(economy, tokens);
  const world: EthereumWorld = {
    economy,
    tokens,
    pools,
    exchanges,
    collection: createCollection(economy, artist),
    mixer: createCoinMixer(economy, mixerMaker, relayers),
    lending: createLending(economy, maker),
    smartAccounts: createSmartAccounts(economy),
    settlement: createSettlement(economy),
    ...createPeople(economy, exchanges, Math.min(20_000, Math.max(40, Math.round(perHour * 40)))),
    pace: () => pace,
    start: options.start,
    length: options.length,
  };
  fund(world, maker);
  const bridge = createEthereumBridge(world);
  const days = startEthereumPeople(world, [
    ...commonHabits(world),
    ...marketHabits(world),
    ...createEthereumCommerce(world),
    createEthereumScam(world),
    mixerHabit(world),
    ...mixerMistakes(world),
  ]);
  startEthereumPayroll(world);
  startEthereumSanctioned(world);
  startEthereumCustomers(world);
  startValidators(world, validators);
  startRarities(world);
  startEthereumSpam(world);
  return {
    ...validators,
    bridge,
    setPace(live) {
      const before = pace;
      pace = live ? Math.min(livePace, historyPace) : historyPace;
      if (pace < before) days.wake();
    },
  };
}

function createExchanges(economy: EthereumEconomy, tokens: Tokens): EthereumWorld['exchanges'] {
  const plain = { forwarders: false, batches: false };
  const exchanges = {
    northwind: createEthereumExchange(economy, tokens, entities.northwind, {
      forwarders: true,
      batches: false,
    }),
    meridian: createEthereumExchange(economy, tokens, entities.meridian, {
      forwarders: false,
      batches: true,
    }),
    kitsune: createEthereumExchange(economy, tokens, entities.kitsune, plain),
    nonames: createEthereumExchange(economy, tokens, entities.nonames, plain),
  };
  for (const { hot, cold } of Object.values(exchanges)) {
    economy.endow(hot, 4_000n * ether);
    economy.endow(cold, 90_000n * ether);
  }
  return exchanges;
}

function createPeople(
  economy: EthereumEconomy,
  exchanges: EthereumWorld['exchanges'],
  count: number,
): Pick<EthereumWorld, 'people' | 'customers'> {
  const homes = Object.values(exchanges);
  const people = Array.from({ length: count }, (_, number): EthereumPerson => {
    const entity = personEntity(number);
    const account = economy.open({ entity, role: 'wallet' });
    economy.endow(account, economy.random.amount(ether / 4n, 8n * ether));
    return { number, entity, account, home: economy.random.pick(homes) };
  });
  const customers = Array.from({ length: customerCount }, (_, i): EthereumPerson => {
    const entity = customerEntity(i + 1);
    const account = economy.open({ entity, role: 'wallet', client: entity.client });
    return { number: 100_000 + i, entity, account, home: exchanges.northwind };
  });
  return { people, customers };
}

/** Adds initial token amounts for exchanges and pools. */
function fund({ economy, tokens, pools, exchanges }: EthereumWorld, maker: EthereumPerson['account']): void {
  const { issuer, stable, harbor } = tokens;
  economy.agenda.at(economy.now() + 1800, () => {
    for (const { hot } of Object.values(exchanges)) {
      economy.send({ kind: 'mint', ...tokenMint(stable, issuer, hot, 20_000_000n * dollar) });
    }
    economy.send({ kind: 'mint', ...tokenMint(stable, issuer, maker, 2n * firstLiquidity.stable) });
    economy.send({ kind: 'mint', ...tokenMint(harbor, issuer, maker, 2n * firstLiquidity.harbor) });
  });
  economy.agenda.at(economy.now() + 4 * 3600, () => {
    pools.stable.addLiquidity(maker, firstLiquidity.stable, firstLiquidity.wei);
    pools.harbor.addLiquidity(maker, firstLiquidity.harbor, firstLiquidity.wei);
  });
  // The issuer mints what the exchanges sell and burns what returns, through transfers to and from its account.
  economy.agenda.repeat(economy.now() + 10 * secondsOfDay, () => {
    for (const { hot } of Object.values(exchanges)) {
      const balance = hot.balances.get(stable.account.id) ?? 0n;
      if (balance < 5_000_000n * dollar) {
        economy.send({ kind: 'mint', ...tokenMint(stable, issuer, hot, 10_000_000n * dollar) });
      } else if (balance > 40_000_000n * dollar) {
        economy.send({ kind: 'payment', ...tokenTransfer(stable, hot, issuer, balance / 4n) });
      }
    }
    return 10 * secondsOfDay;
  });
}
