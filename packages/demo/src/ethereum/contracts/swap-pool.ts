import { entities } from '../../entities.ts';
import type { Shares } from '../../bitcoin/wallet.ts';
import { type Account, ETHER } from '../account.ts';
import { addressWord, eventTopic, selector, word } from '../abi.ts';
import { ether } from '../chain.ts';
import type { Action, DemoToken, EthereumEconomy } from '../economy.ts';
import type { Run } from '../run.ts';
import { moveTokens, tokenCalls, tokenEvents, type Tokens, tokensOf, transferInput } from './tokens.ts';

const calls = {
  sellEther: selector('swapExactETHForTokens(uint256,address[],address,uint256)'),
  buyEther: selector('swapExactTokensForETH(uint256,uint256,address[],address,uint256)'),
  add: selector('addLiquidityETH(address,uint256,uint256,uint256,address,uint256)'),
  swap: selector('swap(uint256,uint256,address,bytes)'),
  mint: selector('mint(address)'),
} as const;
const events = {
  swap: eventTopic('Swap(address,uint256,uint256,uint256,uint256,address)'),
  sync: eventTopic('Sync(uint112,uint112)'),
  mint: eventTopic('Mint(address,uint256,uint256)'),
} as const;

/** A pool of a token and wrapped ether with constant product and a fee of 0.3%, behind a router. */
export interface SwapPool {
  readonly token: DemoToken;
  readonly router: Account;
  /** Tokens for an amount of ether at the current reserves, in base units; 0 if the pool is empty. */
  quote(wei: bigint): bigint;
  addLiquidity(from: Account, amount: bigint, wei: bigint): boolean;
  /** Sells ether; the transaction fails if the output is less than `least`. */
  sellEther(from: Account, wei: bigint, least: bigint, more?: Partial<Action>): boolean;
  /** Sells ether of an account from code that runs as it. */
  sellWithin(run: Run, from: Account, wei: bigint): void;
  /** Sells tokens approved for the router; the transaction fails if the output is less than `least` wei. */
  sellTokens(from: Account, amount: bigint, least: bigint, more?: Partial<Action>): boolean;
}

/** Returns the output amount for an input amount. */
function outcomeOf(amount: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const paid = amount * 997n;
  return (paid * reserveOut) / (reserveIn * 1000n + paid);
}

/** Scales the illicit shares of one amount to another. */
export function scaled(shares: Shares | undefined, from: bigint, to: bigint): Shares | undefined {
  return shares && new Map([...shares].map(([flow, part]) => [flow, (part * to) / from]));
}

/** Deploys the pair; `router` is shared by all pools. */
export function createSwapPool(
  economy: EthereumEconomy,
  tokens: Tokens,
  parts: { token: DemoToken; router: Account; maker: Account },
): SwapPool {
  const { token, router } = parts;
  const { wrapped } = tokens;
  const pair = economy.deploy(parts.maker, { entity: entities.dex, role: 'pair', code: 260, pools: true });
  economy.token({
    account: pair,
    standard: 'erc20',
    name: `Swapyard share ${token.symbol} (demo)`,
    symbol: 'SYS',
    decimals: 18,
  });
  const tokenFirst = token.account.hex < wrapped.account.hex;
  const pairWords = (ofToken: bigint, ofEther: bigint): string =>
    tokenFirst ? word(ofToken) + word(ofEther) : word(ofEther) + word(ofToken);
  const path = (...accounts: readonly Account[]): string[] => accounts.map(addressWord);

  function sync(run: Run): void {
    run.burn(5_000);
    run.log([events.sync], pairWords(tokensOf(pair, token), tokensOf(pair, wrapped)));
  }

  function wrap(run: Run, to: Account, wei: bigint): void {
    run.call(wrapped.account, { value: wei, input: tokenCalls.deposit }, () => {
      moveTokens(run, undefined, router, wei);
      run.log([tokenEvents.deposit, addressWord(router)], word(wei));
    });
    run.call(wrapped.account, { input: transferInput(to, wei), output: word(1) }, () =>
      moveTokens(run, router, to, wei),
    );
  }

  function unwrap(run: Run, to: Account, wei: bigint, shares: Shares | undefined): void {
    run.call(wrapped.account, { input: tokenCalls.withdraw + word(wei) }, () => {
      moveTokens(run, router, undefined, wei);
      run.log([tokenEvents.withdrawal, addressWord(router)], word(wei));
      run.call(router, { value: wei });
    });
    run.pay(to, wei, shares);
  }

  function emitSwap(run: Run, to: Account, paid: [bigint, bigint], got: [bigint, bigint]): void {
    sync(run);
    run.log(
      [events.swap, addressWord(router), addressWord(to)],
      pairWords(paid[0], paid[1]) + pairWords(got[0], got[1]),
    );
  }

  /** The router sells ether that it received. */
  function swapEther(
    run: Run,
    from: Account,
    { wei, least, carried }: { wei: bigint; least: bigint; carried: Shares | undefined },
  ): void {
    const out = outcomeOf(wei, tokensOf(pair, wrapped), tokensOf(pair, token));
    if (out < least) run.fail('INSUFFICIENT_OUTPUT_AMOUNT');
    const shares = scaled(carried, wei, out);
    wrap(run, pair, wei);
    run.call(pair, { input: swapInput(tokenFirst ? [out, 0n] : [0n, out], from) }, () => {
      run.call(token.account, { input: transferInput(from, out), output: word(1) }, () =>
        moveTokens(run, pair, from, out, shares),
      );
      emitSwap(run, from, [0n, wei], [out, 0n]);
    });
    run.converts(from, { asset: ETHER, amount: wei }, { asset: token.account.id, amount: out });
  }

  const deadline = (): string => word(economy.now() + 1200);

  return {
    token,
    router,
    quote(wei) {
      const reserve = tokensOf(pair, wrapped);
      return reserve === 0n ? 0n : outcomeOf(wei, reserve, tokensOf(pair, token));
    },

    addLiquidity: (from, amount, wei) =>
      economy.send({
        kind: 'liquidity',
        from,
        to: router,
        value: wei,
        input:
          calls.add +
          addressWord(token.account) +
          word(amount) +
          word(0) +
          word(0) +
          addressWord(from) +
          deadline(),
        gas: 260_000,
        program(run) {
          run.call(
            token.account,
            { input: tokenCalls.transferFrom + addressWord(from) + addressWord(pair) + word(amount) },
            () => moveTokens(run, from, pair, amount),
          );
          wrap(run, pair, wei);
          run.call(pair, { input: calls.mint + addressWord(from) }, () => {
            moveTokens(run, undefined, from, wei);
            sync(run);
            run.log([events.mint, addressWord(router)], pairWords(amount, wei));
          });
        },
      }),

    sellEther: (from, wei, least, more) =>
      economy.send({
        kind: 'swap',
        from,
        to: router,
        value: wei,
        input: sellEtherInput(from, least),
        gas: 165_000,
        program: (run) => swapEther(run, from, { wei, least, carried: run.carried }),
        ...more,
      }),

    sellWithin(run, from, wei) {
      const carried = run.sharesOf(from, ETHER, wei);
      run.call(router, { value: wei, input: sellEtherInput(from, 0n) }, () =>
        swapEther(run, from, { wei, least: 0n, carried }),
      );
    },

    sellTokens: (from, amount, least, more) =>
      economy.send({
        kind: 'swap',
        from,
        to: router,
        input:
          calls.buyEther +
          word(amount) +
          word(least) +
          word(160) +
          addressWord(from) +
          deadline() +
          word(2) +
          path(token.account, wrapped.account).join(''),
        gas: 185_000,
        program(run) {
          const out = outcomeOf(amount, tokensOf(pair, token), tokensOf(pair, wrapped));
          if (out < least) run.fail('INSUFFICIENT_OUTPUT_AMOUNT');
          const carried = scaled(run.sharesOf(from, token.account.id, amount), amount, out);
          run.call(
            token.account,
            { input: tokenCalls.transferFrom + addressWord(from) + addressWord(pair) + word(amount) },
            () => moveTokens(run, from, pair, amount),
          );
          run.call(pair, { input: swapInput(tokenFirst ? [0n, out] : [out, 0n], router) }, () => {
            run.call(wrapped.account, { input: transferInput(router, out), output: word(1) }, () =>
              moveTokens(run, pair, router, out),
            );
            emitSwap(run, router, [amount, 0n], [0n, out]);
          });
          unwrap(run, from, out, carried);
          run.converts(from, { asset: token.account.id, amount }, { asset: ETHER, amount: out });
        },
        ...more,
      }),
  };

  function sellEtherInput(from: Account, least: bigint): string {
    return (
      calls.sellEther +
      word(least) +
      word(128) +
      addressWord(from) +
      deadline() +
      word(2) +
      path(wrapped.account, token.account).join('')
    );
  }

  function swapInput([first, second]: readonly [bigint, bigint], to: Account): string {
    return calls.swap + word(first) + word(second) + addressWord(to) + word(128) + word(0);
  }
}

/** Initial reserves of the pools. */
export const firstLiquidity = {
  wei: 4_000n * ether,
  stable: 12_000_000_000_000n,
  harbor: 9_000_000n * ether,
};
