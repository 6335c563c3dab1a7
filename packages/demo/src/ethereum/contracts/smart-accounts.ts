import { entities } from '../../entities.ts';
import type { Account } from '../account.ts';
import { addressWord, eventTopic, selector, word } from '../abi.ts';
import { ether, milliether } from '../chain.ts';
import type { EthereumEconomy } from '../economy.ts';
import type { SwapPool } from './swap-pool.ts';

/** The entry point of ERC-4337 in version 0.7, which has this address on all networks. */
const entryPointAddress = '0000000071727de22e5e9d8baf0edac6f37da032';
const calls = {
  handle: selector('handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)'),
  validate: selector(
    'validateUserOp((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes),bytes32,uint256)',
  ),
  execute: selector('execute(address,uint256,bytes)'),
} as const;
const performed = eventTopic('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)');
/** What an account pays for an operation. */
const price = milliether(1);

/** Accounts with code, whose operations a bundler sends (ERC-4337). */
export interface SmartAccounts {
  /** Deploys an account of a person. */
  open(owner: Account): Account;
  /** Swaps ether of an account for the token of a pool. */
  swap(account: Account, pool: SwapPool, wei: bigint): boolean;
}

/** Creates the entry point and its bundler. */
export function createSmartAccounts(economy: EthereumEconomy): SmartAccounts {
  const bundler = economy.open({ entity: entities.dex, role: 'bundler', pools: true });
  economy.endow(bundler, 40n * ether);
  const entryPoint = economy.predeployed(entryPointAddress, {
    entity: entities.dex,
    role: 'entry_point',
    pools: true,
  });
  let operations = 0;
  return {
    open: (owner) => economy.deploy(owner, { entity: owner.entity, role: 'smart_account', code: 170 }),
    swap(account, pool, wei) {
      const number = ++operations;
      return economy.send({
        kind: 'user_operation',
        from: bundler,
        to: entryPoint,
        input: calls.handle + word(64) + addressWord(bundler) + word(0),
        gas: 330_000,
        program(run) {
          run.call(account, { input: calls.validate + word(number) }, () => run.pay(entryPoint, price));
          run.call(
            account,
            { input: calls.execute + addressWord(pool.router) + word(wei) + word(96) + word(0) },
            () => pool.sellWithin(run, account, wei),
          );
          run.log(
            [performed, word(number), addressWord(account), word(0)],
            word(number) + word(1) + word(price) + word(250_000),
          );
          run.pay(bundler, price);
        },
      });
    },
  };
}
