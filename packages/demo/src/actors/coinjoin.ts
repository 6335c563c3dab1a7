import { secondsOfDay } from '@hopscope/domain';
import type { Out } from '../bitcoin/economy.ts';
import { type Coin, credit, takeNewest, type Wallet } from '../bitcoin/wallet.ts';
import { entities } from '../entities.ts';
import type { TransactionKind } from '../truth.ts';
import { btc, type World } from './world.ts';

/** A participant of a round: input coins, and the wallet that receives mixed coins and change. */
interface Participant {
  wallet: Wallet;
  coins: Coin[];
  total: bigint;
}

/** Wallets that take part in CoinJoins. */
export interface MixingCrowd {
  readonly members: Wallet[];
}

/** Takes coins of a wallet until they sum to `need`; returns undefined and takes none if they do not. */
function enlist(wallet: Wallet, need: bigint, most: number): Participant | undefined {
  const coins: Coin[] = [];
  let total = 0n;
  while (total < need && coins.length < most) {
    const coin = takeNewest(wallet);
    if (!coin) break;
    coins.push(coin);
    total += coin.value;
  }
  if (total >= need) return { wallet, coins, total };
  for (const coin of coins) credit(coin);
  return undefined;
}

function gather(world: World, crowd: MixingCrowd, need: bigint, least: number, most: number): Participant[] {
  const { random } = world.economy;
  const found: Participant[] = [];
  for (const wallet of random.shuffle(crowd.members)) {
    if (found.length >= most) break;
    const participant = enlist(wallet, need, 6);
    if (participant) found.push(participant);
  }
  if (found.length >= least) return found;
  for (const { coins } of found) for (const coin of coins) credit(coin);
  return [];
}

function join(world: World, kind: TransactionKind, participants: readonly Participant[], outs: Out[]): void {
  const { random } = world.economy;
  const coins = random.shuffle(participants.flatMap((participant) => participant.coins));
  world.economy.spend(coins, random.shuffle(outs), { kind });
}

/** Makes rounds with a coordinator: equal outputs (several for larger inputs), change, and a coordinator fee. */
function equalRound(world: World, crowd: MixingCrowd, coordinator: Wallet): void {
  const { economy } = world;
  const denomination = economy.random.pick([btc / 10n, btc / 10n, btc / 100n, btc / 20n]);
  const service = denomination / 300n;
  const cost = service + 4_000n;
  const participants = gather(world, crowd, denomination + cost + 6_000n, 6, 40);
  if (participants.length === 0) return;
  const outs: Out[] = [];
  for (const { wallet, total } of participants) {
    let rest = total - cost;
    for (let i = 0; i < 4 && rest >= denomination; i++) {
      outs.push({ to: wallet, index: economy.fresh(wallet), value: denomination, change: true });
      rest -= denomination;
    }
    if (rest > 2_000n) outs.push({ to: wallet, index: economy.fresh(wallet), value: rest, change: true });
  }
  const value = service * BigInt(participants.length);
  outs.push({ to: coordinator, index: economy.fresh(coordinator), value });
  join(world, 'coinjoin_equal_output', participants, outs);
}

/** Makes pool rounds: five inputs and five outputs of the pool size; some inputs include the miner fee. */
function poolRound(world: World, premix: Wallet[], crowd: MixingCrowd): void {
  const { economy } = world;
  const size = btc / 20n;
  // First each participant splits a coin into outputs of the pool's size plus a part of the miner fee.
  for (const owner of economy.random.shuffle(crowd.members).slice(0, 6)) {
    const piece = size + 3_000n;
    if (owner.balance < piece * 3n + 20_000n) continue;
    const target = premix[owner.id % premix.length];
    if (!target) continue;
    const outs = Array.from({ length: 2 }, () => ({
      to: target,
      index: economy.fresh(target),
      value: piece,
      change: true,
    }));
    economy.pay(owner, outs);
  }
  const seats = economy.random.shuffle(premix).flatMap((wallet) => {
    const coin = takeNewest(wallet);
    return coin ? [{ wallet, coins: [coin], total: coin.value }] : [];
  });
  const table = seats.splice(0, 5);
  for (const { coins } of seats) for (const coin of coins) credit(coin);
  const paysMiners = table.some(({ total }) => total > size);
  if (table.length < 5 || !paysMiners) {
    for (const { coins } of table) for (const coin of coins) credit(coin);
    return;
  }
  const outs = table.map(({ wallet }) => ({
    to: wallet,
    index: economy.fresh(wallet),
    value: size,
    change: true,
  }));
  join(world, 'coinjoin_pool', table, outs);
}

/** Makes rounds with a taker that pays makers for equal outputs; every participant has change, without a coordinator. */
function makerTakerRound(world: World, crowd: MixingCrowd): void {
  const { economy } = world;
  const amount = economy.random.amount(btc / 50n, btc / 2n);
  const [taker, ...makers] = gather(world, crowd, amount + 100_000n, 3, economy.random.between(3, 8));
  if (!taker) return;
  const reward = 5_000n;
  const fee = 10_000n;
  const outs = [taker, ...makers].flatMap(({ wallet, total }): Out[] => {
    const paid = wallet === taker.wallet ? reward * BigInt(makers.length) + fee : -reward;
    return [amount, total - amount - paid].map((value) => ({
      to: wallet,
      index: economy.fresh(wallet),
      value,
      change: true,
    }));
  });
  join(world, 'coinjoin_maker_taker', [taker, ...makers], outs);
}

/** Starts rounds of three styles during the history. */
export function startCoinJoins(world: World): MixingCrowd {
  const { economy, people, exchanges } = world;
  const { agenda, random } = economy;
  const crowd: MixingCrowd = {
    members: people.filter(({ mixes }) => mixes).map(({ wallet }) => wallet),
  };
  const coordinator = economy.openWallet({ entity: entities.coordinator, style: 'p2wpkh', pools: true });
  agenda.repeat(economy.now() + 40 * secondsOfDay, () => {
    const to = exchanges.nonames.deposits;
    const index = exchanges.nonames.depositIndex(coordinator.id);
    const value = (coordinator.balance * 9n) / 10n;
    if (value > btc / 10n) economy.pay(coordinator, [{ to, index, value }], { mostInputs: 300 });
    return 20 * secondsOfDay;
  });
  const premix = crowd.members
    .slice(0, 12)
    .map((owner) => economy.openWallet({ entity: owner.entity, style: 'p2wpkh' }));
  const busy = Math.max(1, Math.floor(world.historyPace / 60));
  const every = (from: number, to: number, work: () => void): void =>
    agenda.repeat(economy.now() + 15 * secondsOfDay, () => {
      work();
      return random.between(from, to) * busy;
    });
  every(2 * 3600, 5 * 3600, () => equalRound(world, crowd, coordinator));
  every(5 * 3600, 9 * 3600, () => poolRound(world, premix, crowd));
  every(6 * 3600, 14 * 3600, () => makerTakerRound(world, crowd));
  return crowd;
}
