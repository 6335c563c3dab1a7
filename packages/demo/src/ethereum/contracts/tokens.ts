import type { Shares } from '../../bitcoin/wallet.ts';
import { entities } from '../../entities.ts';
import { type Account, balanceOf } from '../account.ts';
import { addressWord, eventTopic, selector, word } from '../abi.ts';
import type { Action, DemoToken, EthereumEconomy } from '../economy.ts';
import type { Run } from '../run.ts';

/** Selectors and event topics of tokens. */
export const tokenCalls = {
  transfer: selector('transfer(address,uint256)'),
  transferFrom: selector('transferFrom(address,address,uint256)'),
  approve: selector('approve(address,uint256)'),
  mint: selector('mint(address,uint256)'),
  deposit: selector('deposit()'),
  withdraw: selector('withdraw(uint256)'),
  freeze: selector('blacklist(address)'),
} as const;
export const tokenEvents = {
  transfer: eventTopic('Transfer(address,address,uint256)'),
  approval: eventTopic('Approval(address,address,uint256)'),
  deposit: eventTopic('Deposit(address,uint256)'),
  withdrawal: eventTopic('Withdrawal(address,uint256)'),
  frozen: eventTopic('Blacklisted(address)'),
} as const;

const nobody = word(0);

/** The common tokens. */
export interface Tokens {
  /** A stablecoin with 6 decimals; its issuer mints and burns it. */
  readonly stable: DemoToken;
  /** A token with 18 decimals. */
  readonly harbor: DemoToken;
  /** Wrapped ether, 18 decimals. Unlike WETH, it also emits transfers when it mints and burns. */
  readonly wrapped: DemoToken;
  readonly issuer: Account;
}

/** Deploys the tokens and mints the initial amounts. */
export function createTokens(economy: EthereumEconomy, issuer: Account): Tokens {
  const deploy = (role: string): Account =>
    economy.deploy(issuer, { entity: entities.issuer, role, code: 240, pools: true });
  return {
    issuer,
    stable: economy.token({
      account: deploy('stablecoin'),
      standard: 'erc20',
      name: 'Demo Dollar',
      symbol: 'DEMUSD',
      decimals: 6,
    }),
    harbor: economy.token({
      account: deploy('token'),
      standard: 'erc20',
      name: 'Harbor Token (demo)',
      symbol: 'HRBR',
      decimals: 18,
    }),
    wrapped: economy.token({
      account: deploy('wrapped_ether'),
      standard: 'erc20',
      name: 'Wrapped Demo Ether',
      symbol: 'WDEMO',
      decimals: 18,
    }),
  };
}

/** Effects of a transfer; `self` is the token. */
export function moveTokens(
  run: Run,
  from: Account | undefined,
  to: Account | undefined,
  amount: bigint,
  shares?: Shares,
): void {
  run.moveToken(from, to, amount, shares);
  const [payer, payee] = [from ? addressWord(from) : nobody, to ? addressWord(to) : nobody];
  run.log([tokenEvents.transfer, payer, payee], word(amount));
}

/** Encodes the input of `transfer(to, amount)`. */
export function transferInput(to: Account, amount: bigint): string {
  return tokenCalls.transfer + addressWord(to) + word(amount);
}

/** Returns a transfer of tokens by their owner. */
export function tokenTransfer(
  token: DemoToken,
  from: Account,
  to: Account,
  amount: bigint,
): Pick<Action, 'from' | 'to' | 'input' | 'gas' | 'program'> {
  return {
    from,
    to: token.account,
    input: transferInput(to, amount),
    gas: 34_000,
    program: (run) => moveTokens(run, from, to, amount),
  };
}

/** Returns a mint by the issuer. */
export function tokenMint(
  token: DemoToken,
  issuer: Account,
  to: Account,
  amount: bigint,
): Pick<Action, 'from' | 'to' | 'input' | 'gas' | 'program'> {
  return {
    from: issuer,
    to: token.account,
    input: tokenCalls.mint + addressWord(to) + word(amount),
    gas: 34_000,
    program: (run) => moveTokens(run, undefined, to, amount),
  };
}

/** Returns an approval of a contract to transfer tokens of the sender. */
export function tokenApproval(
  token: DemoToken,
  from: Account,
  spender: Account,
): Pick<Action, 'from' | 'to' | 'input' | 'gas' | 'program'> {
  const all = 'f'.repeat(64);
  return {
    from,
    to: token.account,
    input: tokenCalls.approve + addressWord(spender) + all,
    gas: 30_000,
    program(run) {
      run.burn(22_100);
      run.log([tokenEvents.approval, addressWord(from), addressWord(spender)], all);
    },
  };
}

/** Returns the order of the issuer that freezes an account, with the method and event of Circle's tokens. */
export function tokenFreeze(
  { stable, issuer }: Tokens,
  account: Account,
): Pick<Action, 'from' | 'to' | 'input' | 'gas' | 'program'> {
  return {
    from: issuer,
    to: stable.account,
    input: tokenCalls.freeze + addressWord(account),
    gas: 30_000,
    program(run) {
      run.burn(22_100);
      run.log([tokenEvents.frozen, addressWord(account)], '');
    },
  };
}

/** Returns the token balance of an account. */
export function tokensOf(account: Account, token: DemoToken): bigint {
  return balanceOf(account, token.account.id);
}
