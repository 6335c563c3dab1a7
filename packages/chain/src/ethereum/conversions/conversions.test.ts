import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../bytes.ts';
import type { Movement } from '../tokens/movements.ts';
import { findIn, textsOf } from './conversions-text.fixture.ts';
import {
  account,
  word,
  topic,
  indexed,
  ether,
  tokens,
  item,
  log,
  swapOf,
  signer,
  router,
  pool,
  second,
  friend,
  maker,
  usd,
  eur,
  weth,
} from './movements.fixture.ts';
import { conversionsOf } from './conversions.ts';

describe('conversions within a transaction', () => {
  it('a swap of ether for a token through a router, wrapped ether, and a pool', () => {
    const movements = [
      ether(signer, router, 10n),
      ether(router, weth, 10n),
      tokens(weth, router, pool, 10n),
      tokens(usd, pool, signer, 25_143n),
    ];
    const deposit = log(weth, [topic('Deposit(address,uint256)'), indexed(router)], word(10n));
    const [found] = findIn(movements, [deposit, swapOf(pool)], router);
    expect(textsOf(movements, [deposit, swapOf(pool)])).toEqual([
      'signer 10 ETH -> signer 25143 USD (exact)',
    ]);
    expect(found?.through.map(toHex)).toEqual([router, weth, pool].map(toHex));
  });

  it('several pools in a row, and a part that comes back', () => {
    expect(
      textsOf(
        [
          ether(signer, router, 12n),
          ether(router, pool, 10n),
          ether(router, signer, 2n),
          tokens(usd, pool, second, 500n),
          tokens(eur, second, signer, 460n),
        ],
        [swapOf(pool), swapOf(second)],
      ),
    ).toEqual(['signer 10 ETH -> signer 460 EUR (exact)']);
  });

  it('routes through separate pools are one conversion', () => {
    expect(
      textsOf(
        [
          tokens(usd, signer, pool, 60n),
          tokens(eur, pool, signer, 50n),
          tokens(usd, signer, second, 40n),
          tokens(eur, second, signer, 33n),
        ],
        [swapOf(pool), swapOf(second)],
      ),
    ).toEqual(['signer 100 USD -> signer 83 EUR (exact)']);
  });

  it('with a vault that passes the deposit on to a keeper of unknown code', () => {
    // Its own token is made for the signer; strategy and keeper are no recipients of the signer.
    expect(
      textsOf(
        [
          tokens(usd, signer, router, 100n),
          tokens(router, null, signer, 95n),
          tokens(usd, router, friend, 100n),
          tokens(eur, null, second, 100n),
        ],
        [swapOf(router)],
      ),
    ).toEqual(['signer 100 USD -> signer 95 NFT, friend 100 USD (exact)']);
    // What only others received of a third asset stays within services.
    expect(
      textsOf(
        [
          tokens(usd, signer, router, 100n),
          tokens(usd, router, pool, 100n),
          tokens(eur, pool, signer, 90n),
          tokens(weth, pool, second, 1n),
        ],
        [swapOf(pool)],
      ),
    ).toEqual(['signer 100 USD -> signer 90 EUR (exact)']);
    // Two assets for two others: nobody knows for whom.
    expect(
      textsOf(
        [
          tokens(usd, signer, router, 100n),
          tokens(usd, router, pool, 100n),
          tokens(eur, pool, friend, 90n),
          tokens(weth, pool, second, 1n),
        ],
        [swapOf(pool)],
      ),
    ).toEqual([]);
  });

  it('a payment with a receipt for something else is none, unless the paid contract itself gave it', () => {
    const payment = [tokens(usd, signer, router, 100n), tokens(usd, router, friend, 100n)];
    expect(textsOf([...payment, tokens(eur, second, signer, 3n)], [swapOf(second)])).toEqual([]);
    expect(textsOf([...payment, tokens(eur, router, signer, 3n)], [swapOf(router)])).toEqual([
      'signer 100 USD -> signer 3 EUR, friend 100 USD (exact)',
    ]);
  });

  it('with accounts that did not deal with each other, in a call of one account', () => {
    // The seller approved the market; without traces, nobody sees that he is paid.
    expect(textsOf([ether(signer, router, 8n), item(eur, maker, signer, 7n)])).toEqual([
      'signer 8 ETH -> signer EUR #7 (exact)',
    ]);
    // A liquidation: the debt is paid, and the collateral comes from whom it belonged to.
    expect(textsOf([ether(signer, router, 8n), tokens(usd, maker, signer, 1n)])).toEqual([
      'signer 8 ETH -> signer 1 USD (exact)',
    ]);
  });

  it('of a contract that trades with what it holds, when it is called', () => {
    const trade = [tokens(usd, router, pool, 100n), tokens(eur, pool, router, 90n)];
    expect(textsOf(trade, [swapOf(pool)])).toEqual(['router 100 USD -> router 90 EUR (exact)']);
    // A tip to it changes nothing, and a result for another account counts.
    expect(textsOf([ether(signer, router, 1n), ...trade], [swapOf(pool)])).toEqual([
      'router 100 USD -> router 90 EUR (exact)',
    ]);
    expect(
      textsOf([tokens(usd, router, pool, 100n), tokens(eur, pool, second, 90n)], [swapOf(pool)]),
    ).toEqual(['router 100 USD -> second 90 EUR (exact)']);
    // What it passes on of the signer, or pays to the signer, isn't its own.
    const forSigner = [ether(signer, router, 5n), ether(router, second, 5n), tokens(usd, pool, second, 9n)];
    expect(textsOf(forSigner, [swapOf(pool), swapOf(second)])).toEqual([]);
    expect(textsOf([tokens(usd, router, signer, 5n), tokens(eur, pool, router, 9n)])).toEqual([]);
  });

  it('another account can receive the result', () => {
    expect(
      textsOf(
        [
          tokens(usd, signer, router, 100n),
          tokens(usd, router, friend, 1n),
          tokens(usd, router, pool, 99n),
          tokens(eur, pool, friend, 90n),
        ],
        [swapOf(pool)],
      ),
    ).toEqual(['signer 100 USD -> friend 1 USD + 90 EUR (exact)']);
  });

  it('wrapping, unwrapping, and lending are conversions, payments and flash loans are not', () => {
    const wrap = log(weth, [topic('Deposit(address,uint256)'), indexed(signer)], word(5n));
    expect(textsOf([ether(signer, weth, 5n)], [wrap], weth)).toEqual([
      'signer 5 ETH -> signer 5 WETH (exact)',
    ]);
    const unwrap = log(weth, [topic('Withdrawal(address,uint256)'), indexed(signer)], word(5n));
    expect(textsOf([ether(weth, signer, 5n)], [unwrap], weth)).toEqual([
      'signer 5 WETH -> signer 5 ETH (exact)',
    ]);
    expect(textsOf([tokens(usd, signer, eur, 7n), tokens(eur, null, signer, 7n)], [swapOf(eur)])).toEqual([
      'signer 7 USD -> signer 7 EUR (exact)',
    ]);
    expect(textsOf([tokens(usd, signer, friend, 7n)])).toEqual([]);
    expect(textsOf([ether(signer, router, 7n), ether(router, friend, 4n), ether(router, maker, 3n)])).toEqual(
      [],
    );
    expect(
      textsOf(
        [
          tokens(usd, pool, router, 1_000n),
          tokens(usd, router, pool, 1_000n),
          tokens(eur, second, signer, 3n),
        ],
        [swapOf(pool), swapOf(second)],
      ),
    ).toEqual([]);
  });

  it('what a contract sells may be made by another one; a receipt for a payment is no conversion', () => {
    const minted = tokens(eur, null, signer, 8n);
    expect(textsOf([ether(signer, router, 5n), minted], [swapOf(eur)])).toEqual([
      'signer 5 ETH -> signer 8 EUR (exact)',
    ]);
    expect(textsOf([ether(signer, router, 5n), ether(router, friend, 5n), minted], [swapOf(eur)])).toEqual(
      [],
    );
    expect(textsOf([ether(signer, router, 5n), ether(router, friend, 1n), minted], [swapOf(eur)])).toEqual([
      'signer 5 ETH -> signer 8 EUR, friend 1 ETH (exact)',
    ]);
  });

  it('a collectible is an asset of its own', () => {
    expect(
      textsOf([
        ether(signer, router, 8n),
        ether(router, friend, 8n),
        item(account(0xbb), friend, signer, 77n),
      ]),
    ).toEqual(['signer 8 ETH -> signer NFT #77 (exact)', 'friend NFT #77 -> friend 8 ETH (claimed)']);
  });

  it('acts for the sender of a user operation, a Safe, and owners of settled orders', () => {
    const entryPoint = fromHex('0000000071727de22e5e9d8baf0edac6f37da032');
    const swap = [tokens(usd, second, pool, 9n), tokens(eur, pool, second, 8n)];
    const operation = log(
      entryPoint,
      [
        topic('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
        fromHex(word(1n)),
        indexed(second),
        indexed(maker),
      ],
      word(0n),
    );
    const exact = ['second 9 USD -> second 8 EUR (exact)'];
    expect(textsOf(swap, [swapOf(pool), swapOf(second), operation], entryPoint)).toEqual(exact);
    const safe = log(second, [topic('ExecutionSuccess(bytes32,uint256)')], word(1n) + word(0n));
    expect(textsOf(swap, [swapOf(pool), safe], second)).toEqual(exact);
    const settlement = fromHex('9008d19f58aabd9ed0d60971565aa8510560ab41');
    const trade = (owner: Uint8Array) =>
      log(settlement, [
        topic('Trade(address,address,address,uint256,uint256,uint256,bytes)'),
        indexed(owner),
      ]);
    expect(
      textsOf(
        [
          tokens(usd, second, settlement, 9n),
          tokens(eur, friend, settlement, 8n),
          tokens(usd, settlement, friend, 9n),
          tokens(eur, settlement, second, 8n),
        ],
        [trade(second), trade(friend)],
        settlement,
      ),
    ).toEqual(['second 9 USD -> second 8 EUR (exact)', 'friend 8 EUR -> friend 9 USD (exact)']);
  });

  it('acts for who signed a trade that somebody relays', () => {
    const exchange = fromHex('def1c0ded9bec7f1a1670819833240f027b25eff');
    const topics = [topic('MetaTransactionExecuted(bytes32,bytes4,address,address)'), indexed(maker)];
    const named = log(exchange, topics, `${word(1n)}${toHex(indexed(friend))}${word(0n)}`);
    const trade = [tokens(usd, friend, pool, 60n), tokens(eur, pool, friend, 50n)];
    expect(textsOf(trade, [named, swapOf(pool)], exchange)).toEqual([
      'friend 60 USD -> friend 50 EUR (exact)',
    ]);
    expect(textsOf(trade, [{ ...named, address: second }, swapOf(pool)])).toEqual([
      'friend 60 USD -> friend 50 EUR (claimed)',
    ]);
  });

  it('another contract cannot name an owner, nor mint wrapped ether', () => {
    const operation = log(pool, [
      topic('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
      fromHex(word(1n)),
      indexed(second),
      indexed(maker),
    ]);
    const swap = [tokens(usd, second, pool, 9n), tokens(eur, pool, second, 8n)];
    expect(textsOf(swap, [operation])).toEqual(['second 9 USD -> second 8 EUR (claimed)']);
    const deposit = log(eur, [topic('Deposit(address,uint256)'), indexed(signer)], word(5n));
    expect(textsOf([ether(signer, eur, 5n)], [deposit], eur)).toEqual([]);
  });

  it('leaves out spam, fees, failures, and amounts of nothing', () => {
    const fake: Movement = { ...tokens(eur, pool, signer, 8n), spam: 'fake_token' };
    expect(textsOf([tokens(usd, signer, pool, 9n), fake], [swapOf(pool)])).toEqual([]);
    const fee: Movement = { ...ether(signer, pool, 3n), kind: 'fee' };
    expect(textsOf([fee, tokens(eur, pool, signer, 8n)], [swapOf(pool)])).toEqual([]);
    expect(textsOf([ether(signer, pool, 0n), tokens(eur, pool, signer, 8n)], [swapOf(pool)])).toEqual([]);
  });

  it('never lists more of an asset than an account sent or received, nor a plain payment', () => {
    const accounts = [signer, router, pool, second, friend, maker];
    const flow = fc.record({
      from: fc.constantFrom(...accounts),
      to: fc.constantFrom(...accounts),
      token: fc.constantFrom(null, usd, eur),
      amount: fc.bigInt(0n, 50n),
    });
    const keyOf = (of: Uint8Array, token: Uint8Array | null): string =>
      `${toHex(of)} ${token && toHex(token)}`;
    fc.assert(
      fc.property(fc.array(flow, { maxLength: 12 }), (flows) => {
        const [sent, got] = [new Map<string, bigint>(), new Map<string, bigint>()];
        const movements = flows.map(({ from, to, token, amount }) => {
          sent.set(keyOf(from, token), (sent.get(keyOf(from, token)) ?? 0n) + amount);
          got.set(keyOf(to, token), (got.get(keyOf(to, token)) ?? 0n) + amount);
          return token ? tokens(token, from, to, amount) : ether(from, to, amount);
        });
        const logs = [swapOf(pool), swapOf(second)];
        for (const { gave, received } of conversionsOf({ signer, called: router, movements, logs })) {
          const given = new Set<string>();
          for (const [sides, sums] of [
            [gave, sent],
            [received, got],
          ] as const) {
            for (const { account: of, parts } of sides) {
              for (const { token, amount } of parts) {
                expect(amount).toBeGreaterThan(0n);
                expect(amount).toBeLessThanOrEqual(sums.get(keyOf(of, token)) ?? 0n);
                if (sides === gave) given.add(String(token && toHex(token)));
              }
            }
          }
          const tokensGot = received.flatMap(({ parts }) =>
            parts.map(({ token }) => String(token && toHex(token))),
          );
          expect(tokensGot.some((token) => !given.has(token))).toBe(true);
        }
      }),
    );
  });
});
