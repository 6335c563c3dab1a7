import { entities } from '../../entities.ts';
import { type Account, ETHER } from '../account.ts';
import { selector, word } from '../abi.ts';
import type { DemoToken, EthereumEconomy } from '../economy.ts';
import { moveTokens } from './tokens.ts';

const calls = { supply: selector('supply()'), redeem: selector('redeem(uint256)') } as const;

/** A contract that takes ether and gives receipts for it, which it takes back for the same amount. */
export interface Lending {
  readonly receipt: DemoToken;
  supply(from: Account, wei: bigint): boolean;
  redeem(from: Account, amount: bigint): boolean;
}

/** Deploys the contract, which is also the token of its receipts. */
export function createLending(economy: EthereumEconomy, maker: Account): Lending {
  const account = economy.deploy(maker, { entity: entities.dex, role: 'lending', code: 220, pools: true });
  const receipt = economy.token({
    account,
    standard: 'erc20',
    name: 'Swapyard deposit (demo)',
    symbol: 'SYD',
    decimals: 18,
  });
  return {
    receipt,
    supply: (from, wei) =>
      economy.send({
        kind: 'lending',
        from,
        to: account,
        value: wei,
        input: calls.supply,
        gas: 90_000,
        program(run) {
          moveTokens(run, undefined, from, wei, run.carried);
          run.converts(from, { asset: ETHER, amount: wei }, { asset: account.id, amount: wei });
        },
      }),
    redeem: (from, amount) =>
      economy.send({
        kind: 'lending',
        from,
        to: account,
        input: calls.redeem + word(amount),
        gas: 90_000,
        program(run) {
          const carried = run.sharesOf(from, account.id, amount);
          moveTokens(run, from, undefined, amount);
          run.pay(from, amount, carried);
          run.converts(from, { asset: account.id, amount }, { asset: ETHER, amount });
        },
      }),
  };
}
