import type { DemoEntity } from '../../entities.ts';
import type { Account } from '../account.ts';
import type { CoinMixer } from '../contracts/coin-mixer.ts';
import type { Collection } from '../contracts/collection.ts';
import type { Lending } from '../contracts/lending.ts';
import type { Settlement } from '../contracts/settlement.ts';
import type { SmartAccounts } from '../contracts/smart-accounts.ts';
import type { SwapPool } from '../contracts/swap-pool.ts';
import type { Tokens } from '../contracts/tokens.ts';
import type { EthereumEconomy } from '../economy.ts';
import type { EthereumExchange } from './exchange.ts';

/** A person or customer with an account at an exchange. */
export interface EthereumPerson {
  readonly number: number;
  readonly entity: DemoEntity;
  readonly account: Account;
  readonly home: EthereumExchange;
}

/** All actors of the Ethereum side, for access by other actors. */
export interface EthereumWorld {
  readonly economy: EthereumEconomy;
  readonly tokens: Tokens;
  readonly pools: { stable: SwapPool; harbor: SwapPool };
  readonly collection: Collection;
  readonly mixer: CoinMixer;
  readonly lending: Lending;
  readonly smartAccounts: SmartAccounts;
  readonly settlement: Settlement;
  readonly exchanges: Record<'northwind' | 'meridian' | 'kitsune' | 'nonames', EthereumExchange>;
  readonly people: readonly EthereumPerson[];
  readonly customers: readonly EthereumPerson[];
  /** Current average number of seconds between activities of all people together. */
  pace(): number;
  readonly start: number;
  /** Seconds from block 0 to the end of the history. */
  readonly length: number;
}

/** One unit of the stablecoin in base units. */
export const dollar = 1_000_000n;
