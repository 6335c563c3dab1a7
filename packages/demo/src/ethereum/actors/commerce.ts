import { secondsOfDay } from '@hopscope/domain';
import { rounded } from '../../actors/world.ts';
import { entities } from '../../entities.ts';
import { type Account, balanceOf, spendable } from '../account.ts';
import { addressWord, eventTopic, listWords, selector, word } from '../abi.ts';
import { ether, milliether } from '../chain.ts';
import { moveTokens, tokenTransfer, tokensOf, transferInput } from '../contracts/tokens.ts';
import { type EthereumHabit, payEther, payStable } from './people.ts';
import { dollar, type EthereumWorld } from './world.ts';

const calls = {
  bet: selector('bet(uint8)'),
  pay: selector('disperseToken(address,address[],uint256[])'),
} as const;
const settled = eventTopic('Settled(address,uint256,uint256)');

/** Creates a payment processor for merchants, a charity, and a gambling contract. */
export function createEthereumCommerce(world: EthereumWorld): EthereumHabit[] {
  return [shop(world), charity(world), gamble(world)];
}

function shop(world: EthereumWorld): EthereumHabit {
  const { economy, tokens, exchanges } = world;
  const { random, agenda } = economy;
  const till = economy.open({ entity: entities.processor, role: 'till', pools: true });
  const merchants = [entities.books, entities.travel, entities.hosting].map((entity) =>
    economy.open({ entity, role: 'merchant' }),
  );
  agenda.repeat(economy.now() + 30 * 3600, () => {
    if (spendable(till) < ether / 10n) exchanges.northwind.withdraw(till, ether);
    const share = (tokensOf(till, tokens.stable) * 32n) / 100n;
    if (share > 100n * dollar) {
      for (const to of merchants)
        economy.send({ kind: 'payout', ...tokenTransfer(tokens.stable, till, to, share) });
    }
    return secondsOfDay;
  });
  agenda.repeat(economy.now() + 12 * secondsOfDay, () => {
    for (const from of merchants) {
      if (spendable(from) < ether / 20n) exchanges.meridian.withdraw(from, ether / 4n);
      const amount = tokensOf(from, tokens.stable);
      const to = exchanges.meridian.deposit(200_000 + from.id);
      if (amount > 500n * dollar)
        economy.send({ kind: 'payment', ...tokenTransfer(tokens.stable, from, to, rounded(amount)) });
    }
    return 5 * secondsOfDay;
  });
  return {
    weight: 150,
    act: (person) =>
      payStable(world, person, [3n * dollar, 900n * dollar], (amount) =>
        economy.send({
          kind: 'payment',
          ...tokenTransfer(tokens.stable, person.account, till, amount + BigInt(random.below(100)) * 10_000n),
        }),
      ),
  };
}

function charity(world: EthereumWorld): EthereumHabit {
  const { economy, exchanges } = world;
  const account = economy.open({ entity: entities.charity, role: 'donations' });
  economy.agenda.repeat(economy.now() + 33 * secondsOfDay, () => {
    const value = (spendable(account) * 9n) / 10n;
    if (value > ether) {
      economy.send({ kind: 'payment', from: account, to: exchanges.northwind.deposit(300_000), value });
    }
    return 30 * secondsOfDay;
  });
  return {
    weight: 8,
    act: (person) =>
      payEther(world, person, [milliether(5), milliether(400)], (value) =>
        economy.send({ kind: 'payment', from: person.account, to: account, value }),
      ),
  };
}

/** Creates bets to a contract, which pays winners in the same transaction. */
function gamble(world: EthereumWorld): EthereumHabit {
  const { economy } = world;
  const { random } = economy;
  const flow = economy.startFlow('gambling', entities.dice);
  const owner = economy.open({ entity: entities.dice, role: 'owner', pools: true });
  let house: Account | undefined;
  economy.agenda.at(economy.now() + 5 * secondsOfDay, () => {
    world.exchanges.nonames.withdraw(owner, 300n * ether);
  });
  economy.agenda.at(economy.now() + 6 * secondsOfDay, () => {
    house = economy.deploy(owner, { entity: entities.dice, role: 'house', code: 200, pools: true });
  });
  economy.agenda.repeat(economy.now() + 7 * secondsOfDay, () => {
    if (house && balanceOf(house) < 60n * ether) {
      const value = 80n * ether;
      if (spendable(owner) < 2n * value) world.exchanges.nonames.withdraw(owner, 3n * value);
      else economy.send({ kind: 'payment', from: owner, to: house, value, gas: 10_000 });
    }
    return 2 * secondsOfDay;
  });
  return {
    weight: 70,
    act(person) {
      const contract = house;
      if (!contract) return;
      payEther(world, person, [milliether(5), milliether(900)], (value) => {
        const wins = random.chance(470);
        economy.send({
          kind: 'bet',
          from: person.account,
          to: contract,
          value,
          input: calls.bet + word(random.below(6)),
          gas: 45_000,
          program(run) {
            run.burn(12_000);
            const won = wins ? value * 2n - value / 50n : 0n;
            if (wins) run.pay(person.account, won, new Map([[flow, won]]));
            run.log([settled, addressWord(person.account)], word(value) + word(won));
          },
        });
      });
    },
  };
}

/** Starts an employer that pays all employees monthly in the stablecoin, several per transaction through a contract. */
export function startEthereumPayroll(world: EthereumWorld): void {
  const { economy, people, tokens, exchanges } = world;
  const { agenda } = economy;
  const payroll = economy.open({ entity: entities.employer, role: 'payroll' });
  const staff = people.filter(({ number }) => number % 11 === 5).slice(0, 48);
  let contract: Account | undefined;
  agenda.at(economy.now() + 2 * secondsOfDay, () => void exchanges.northwind.withdraw(payroll, 20n * ether));
  agenda.at(economy.now() + 4 * secondsOfDay, () => {
    contract = economy.deploy(payroll, {
      entity: entities.employer,
      role: 'payouts',
      code: 140,
      pools: true,
    });
  });
  const salary = 2_400n * dollar;
  agenda.repeat(economy.now() + 24 * secondsOfDay, () => {
    exchanges.northwind.withdrawStable(payroll, salary * BigInt(staff.length + 2));
    if (spendable(payroll) < 4n * ether) exchanges.northwind.withdraw(payroll, 10n * ether);
    return 30 * secondsOfDay;
  });
  agenda.repeat(economy.now() + 26 * secondsOfDay, () => {
    for (let from = 0; from < staff.length; from += 4)
      pay(staff.slice(from, from + 4).map(({ account }) => account));
    return 30 * secondsOfDay;
  });

  function pay(to: readonly Account[]): void {
    if (!contract) return;
    const lists = [to.map(addressWord), to.map(() => word(salary))];
    economy.send({
      kind: 'batch_payout',
      from: payroll,
      to: contract,
      input: calls.pay + addressWord(tokens.stable.account) + listWords(lists, 1),
      gas: 38_000 * to.length + 5_000,
      program(run) {
        for (const account of to) {
          run.call(tokens.stable.account, { input: transferInput(account, salary), output: word(1) }, () =>
            moveTokens(run, payroll, account, salary),
          );
        }
      },
    });
  }
}
