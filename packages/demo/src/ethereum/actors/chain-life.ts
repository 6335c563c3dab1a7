import { secondsOfDay } from '@hopscope/domain';
import { rounded } from '../../actors/world.ts';
import { entities } from '../../entities.ts';
import { type Account, spendable } from '../account.ts';
import { selector, word } from '../abi.ts';
import { ether, milliether } from '../chain.ts';
import { tokenTransfer } from '../contracts/tokens.ts';
import type { EthereumEconomy } from '../economy.ts';
import { authorize } from '../transaction.ts';
import { buyEther, payEther } from './people.ts';
import { dollar, type EthereumWorld } from './world.ts';

/** Block proposers and their rewards from the beacon chain. */
export interface Validators {
  miner(number: number): Account;
  otherMiner(than: Account): Account;
  withdrawals(number: number): { account: Account; gweis: bigint }[];
}

/** Creates validators run by the mining pools of the Bitcoin side; each receives fees and rewards at one account. */
export function createValidators(economy: EthereumEconomy): Validators {
  const proposers = [entities.granite, entities.fjord].map((entity) =>
    economy.open({ entity, role: 'fee_recipient' }),
  ) as [Account, Account];
  const hash = (number: number): number => Math.imul(number + 1, 2_654_435_761) >>> 0;
  return {
    miner: (number) => proposers[hash(number) % 5 < 3 ? 0 : 1],
    otherMiner: (than) => (than === proposers[0] ? proposers[1] : proposers[0]),
    withdrawals: (number) =>
      proposers.slice(0, hash(number) % 3).map((account, i) => ({
        account,
        gweis: 14_000_000n + BigInt(hash(number * 2 + i) % 4_000_000),
      })),
  };
}

/** Validators sell their earnings. */
export function startValidators(world: EthereumWorld, validators: Validators): void {
  const { economy, exchanges } = world;
  economy.agenda.repeat(economy.now() + 9 * secondsOfDay, () => {
    const from = validators.miner(economy.random.below(1000));
    const value = (spendable(from) * 9n) / 10n;
    if (value > ether) {
      economy.send({ kind: 'payment', from, to: exchanges.kitsune.deposit(400_000 + from.id), value });
    }
    return 4 * secondsOfDay;
  });
}

/** Starts rare cases: accounts with delegated code (EIP-7702), contracts that exist for one transaction. */
export function startRarities(world: EthereumWorld): void {
  const { economy, people } = world;
  const { random, agenda } = economy;
  const call = { start: selector('initialize(address)'), once: selector('payOnce(address)') };
  const provider = economy.open({ entity: entities.dex, role: 'sponsor' });
  economy.endow(provider, 20n * ether);
  const wallet = economy.deploy(provider, {
    entity: entities.dex,
    role: 'smart_wallet',
    code: 240,
    pools: true,
  });
  const maker = economy.deploy(provider, {
    entity: entities.dex,
    role: 'one_time_payments',
    code: 160,
    pools: true,
  });
  agenda.repeat(economy.now() + 16 * secondsOfDay, () => {
    const { entity } = random.pick(people);
    const account = economy.open({ entity, role: 'smart_account' });
    if (account.key) {
      const authorizations = [authorize(wallet, account.nonce++, account.key)];
      const input = call.start + word(0);
      economy.send({
        kind: 'data',
        from: provider,
        to: account,
        type: 4,
        authorizations,
        input,
        gas: 30_000,
      });
    }
    return random.between(6, 20) * secondsOfDay;
  });
  agenda.repeat(economy.now() + 18 * secondsOfDay, () => {
    const payer = random.pick(people);
    const { account: heir } = random.pick(people);
    payEther(world, payer, [milliether(20), milliether(500)], (value) => {
      const once = economy.contract({ entity: payer.entity, role: 'one_time', maker, nonce: maker.nonce++ });
      economy.send({
        kind: 'payment',
        from: payer.account,
        to: maker,
        value,
        input: call.once + word(0),
        gas: 110_000,
        program: (run) => run.create(once, { value, code: '33ff' }, () => run.destroy(heir)),
      });
    });
    return random.between(10, 30) * secondsOfDay;
  });
}

/** Funds the customers of the reader's organization. */
export function startEthereumCustomers(world: EthereumWorld): void {
  const { economy, customers, people, exchanges, tokens } = world;
  const { random, agenda } = economy;
  for (const customer of customers) {
    const { account, number, home } = customer;
    agenda.repeat(economy.now() + random.between(10, 30) * secondsOfDay, () => {
      const payer = random.pick(people).account;
      const sum = random.between(0, 3);
      if (sum === 0) buyEther(world, customer);
      else if (sum === 1) home.withdrawStable(account, rounded(random.amount(50n * dollar, 4_000n * dollar)));
      else if (sum === 2) {
        economy.send({
          kind: 'payment',
          from: payer,
          to: account,
          value: rounded(random.amount(milliether(20), ether)),
        });
      } else {
        economy.send({
          kind: 'payment',
          ...tokenTransfer(
            tokens.stable,
            payer,
            account,
            rounded(random.amount(10n * dollar, 300n * dollar)),
          ),
        });
      }
      if (spendable(account) > 15n * ether) {
        economy.send({
          kind: 'payment',
          from: account,
          to: exchanges.northwind.deposit(number),
          value: 10n * ether,
        });
      }
      return random.between(2, 9) * secondsOfDay;
    });
  }
}
