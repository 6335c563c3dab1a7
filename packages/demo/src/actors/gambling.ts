import { secondsOfDay } from '@hopscope/domain';
import { coinCount } from '../bitcoin/wallet.ts';
import { entities } from '../entities.ts';
import { type Habit, payService } from './people.ts';
import { btc, type World } from './world.ts';

/**
 * Creates a gambling site with one address: bets come in, winners are paid immediately. The busiest address of the demo.
 */
export function createGambling(world: World): Habit {
  const { economy, exchanges } = world;
  const { random, agenda } = economy;
  const flow = economy.startFlow('gambling', entities.dice);
  const house = economy.openWallet({
    entity: entities.dice,
    style: 'p2pkh',
    pools: true,
    fingerprint: { change: 'same_address', order: 'change_last', version: 1 },
  });
  economy.fresh(house);
  agenda.repeat(economy.now() + 8 * secondsOfDay, () => {
    if (house.balance < 30n * btc) exchanges.nonames.withdraw(house, 40n * btc, 0);
    else if (house.balance > 400n * btc || coinCount(house) > 250) {
      const to = exchanges.nonames.deposits;
      const index = exchanges.nonames.depositIndex(house.id);
      economy.pay(house, [{ to, index, value: house.balance / 2n }], { mostInputs: 200, changeIndex: 0 });
    }
    return 2 * secondsOfDay;
  });

  return {
    weight: 90,
    act(person) {
      const before = house.balance;
      payService(world, person, () => ({ to: house, index: 0 }), [btc / 2000n, btc / 5n]);
      const bet = house.balance - before;
      if (bet <= 0n || !random.chance(470)) return;
      const to = person.wallet;
      const index = to.used > 0 ? to.used - 1 : economy.fresh(to);
      economy.pay(house, [{ to, index, value: bet * 2n - bet / 50n, flow }], { changeIndex: 0 });
    },
  };
}
