import type { DemoEntity } from '../../entities.ts';
import { type Account, balanceOf, spendable } from '../account.ts';
import { addressWord, listWords, selector, word } from '../abi.ts';
import { ether } from '../chain.ts';
import { tokenTransfer, type Tokens, tokensOf } from '../contracts/tokens.ts';
import type { EthereumEconomy } from '../economy.ts';
import { dollar } from './world.ts';

const calls = {
  make: selector('makeForwarder(bytes32)'),
  flush: selector('flush()'),
  disperse: selector('disperseEther(address[],uint256[])'),
} as const;

/** A custodial service with a deposit address for each customer, a hot and a cold wallet. */
export interface EthereumExchange {
  readonly entity: DemoEntity;
  readonly hot: Account;
  readonly cold: Account;
  /** Deposit address of a customer (any number). `known`: a new one is known to the directory. */
  deposit(customer: number, known?: boolean): Account;
  /** Pays ether in the next batch; false if the exchange has insufficient funds. */
  withdraw(to: Account, wei: bigint): boolean;
  /** Pays the stablecoin in the next batch. */
  withdrawStable(to: Account, amount: bigint): boolean;
}

interface Deposit {
  readonly account: Account;
  /** A contract that forwards deposits, instead of an account with a key. */
  readonly forwards: boolean;
}

/** How an exchange receives and pays. */
export interface ExchangeStyle {
  readonly forwarders: boolean;
  /** Pays many recipients in one transaction through a contract. */
  readonly batches: boolean;
}

const smallest = ether / 50n;
const smallestTokens = 5n * dollar;
const gasSupply = ether / 200n;
/** Maximum number of deposit addresses swept per round. */
const sweepAtOnce = 12;

/** Creates an exchange that sweeps deposits several times a day and pays about hourly. */
export function createEthereumExchange(
  economy: EthereumEconomy,
  tokens: Tokens,
  entity: DemoEntity,
  style: ExchangeStyle,
): EthereumExchange {
  const { agenda, random } = economy;
  const { stable } = tokens;
  const hot = economy.open({ entity, role: 'hot', pools: true });
  const cold = economy.open({ entity, role: 'cold', pools: true });
  const deposits = new Map<number, Deposit>();
  /** Deposit addresses that may have a balance, and when each was last requested. */
  const used = new Map<Deposit, number>();
  const queue: { to: Account; wei: bigint }[] = [];
  let promised = 0n;
  let factory: Account | undefined;
  let batcher: Account | undefined;

  agenda.at(economy.now() + 600, () => {
    if (style.forwarders) factory = economy.deploy(hot, { entity, role: 'factory', code: 150, pools: true });
    if (style.batches) batcher = economy.deploy(hot, { entity, role: 'payouts', code: 120, pools: true });
  });

  function openDeposit(isKnown: boolean): Deposit {
    if (!factory) {
      const account = economy.open({ entity, role: 'deposit', pools: true, known: isKnown });
      return { account, forwards: false };
    }
    const maker = factory;
    const account = economy.contract({ entity, role: 'deposit', maker, nonce: maker.nonce++, pools: true });
    const code = `363d3d373d3d3d363d73${hot.hex.slice(2)}5af43d82803e903d91602b57fd5bf3`;
    economy.send({
      kind: 'deployment',
      from: hot,
      to: maker,
      input: calls.make + word(account.id),
      gas: 75_000,
      program: (run) => run.create(account, { code }),
    });
    return { account, forwards: true };
  }

  const isEmpty = ({ account }: Deposit): boolean =>
    balanceOf(account) < smallest && tokensOf(account, stable) < smallestTokens;

  function sweepEther({ account, forwards }: Deposit): void {
    if (balanceOf(account) < smallest) return;
    if (forwards) {
      economy.send({
        kind: 'sweep',
        from: hot,
        to: account,
        input: calls.flush,
        gas: 25_000,
        program: (run) => run.pay(hot, balanceOf(account)),
      });
      return;
    }
    const value = spendable(account) - economy.paymentCost();
    if (value > 0n) economy.send({ kind: 'sweep', from: account, to: hot, value });
  }

  /** Returns true if there are tokens to sweep; the hot wallet first pays the gas for it. */
  function sweepStable({ account, forwards }: Deposit): boolean {
    const amount = tokensOf(account, stable);
    if (amount < smallestTokens) return false;
    if (forwards) {
      const transfer = tokenTransfer(stable, account, hot, amount);
      economy.send({
        kind: 'sweep',
        from: hot,
        to: account,
        input: calls.flush,
        gas: 60_000,
        program: (run) =>
          run.call(stable.account, { input: transfer.input ?? '', output: word(1) }, () =>
            transfer.program?.(run),
          ),
      });
      return true;
    }
    if (!economy.send({ kind: 'sweep', ...tokenTransfer(stable, account, hot, amount) })) {
      economy.send({ kind: 'gas_supply', from: hot, to: account, value: gasSupply });
    }
    return true;
  }

  function sweep(): number {
    let left = sweepAtOnce;
    for (const [deposit, since] of used) {
      if (left === 0) break;
      if (isEmpty(deposit)) {
        // A payment may still be pending.
        if (economy.now() - since > 8 * 3600) used.delete(deposit);
        continue;
      }
      left--;
      // Accounts with tokens keep their ether until these are swept: it pays the gas.
      if (!sweepStable(deposit)) sweepEther(deposit);
    }
    return random.between(2, 6) * 3600;
  }

  function payBatch(payouts: readonly { to: Account; wei: bigint }[], contract: Account): void {
    const sum = payouts.reduce((total, { wei }) => total + wei, 0n);
    economy.send({
      kind: 'batch_payout',
      from: hot,
      to: contract,
      value: sum,
      input:
        calls.disperse +
        listWords([payouts.map(({ to }) => addressWord(to)), payouts.map(({ wei }) => word(wei))]),
      gas: 12_000 * payouts.length + 5_000,
      program(run) {
        for (const { to, wei } of payouts) run.attempt(to, { value: wei });
      },
    });
  }

  function payOut(): number {
    const batch = queue.splice(0, random.between(2, 6));
    for (const { wei } of batch) promised -= wei;
    if (batcher && batch.length > 2) payBatch(batch, batcher);
    else for (const { to, wei } of batch) economy.send({ kind: 'payout', from: hot, to, value: wei });
    return queue.length > 6 ? 900 : random.between(20, 80) * 60;
  }

  function balance(): number {
    const limit = 3_000n * ether;
    const have = spendable(hot);
    if (have > 2n * limit) economy.send({ kind: 'payment', from: hot, to: cold, value: have - limit });
    else if (have < limit / 2n && spendable(cold) > limit) {
      economy.send({ kind: 'payment', from: cold, to: hot, value: limit });
    }
    return random.between(20, 28) * 3600;
  }

  agenda.repeat(economy.now() + random.between(24, 48) * 3600, sweep);
  agenda.repeat(economy.now() + random.between(2, 60) * 60, payOut);
  agenda.repeat(economy.now() + random.between(1, 24) * 3600, balance);

  return {
    entity,
    hot,
    cold,
    deposit(customer, isKnown = false) {
      let known = deposits.get(customer);
      if (!known) {
        known = openDeposit(isKnown);
        deposits.set(customer, known);
      }
      used.set(known, economy.now());
      return known.account;
    },
    withdraw(to, wei) {
      if (spendable(hot) < promised + wei + ether) return false;
      promised += wei;
      queue.push({ to, wei });
      return true;
    },
    withdrawStable: (to, amount) =>
      tokensOf(hot, stable) >= amount &&
      economy.send({ kind: 'payout', ...tokenTransfer(stable, hot, to, amount) }),
  };
}
