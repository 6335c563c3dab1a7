import { demoRouter, toDisplayHash } from '@hopscope/chain';
import { secondsOfDay } from '@hopscope/domain';
import { rounded } from '../../actors/world.ts';
import { type DemoEntity, entities } from '../../entities.ts';
import { type Account, balanceOf, spendable } from '../account.ts';
import { addressWord, eventTopic, selector, textWords, word } from '../abi.ts';
import { ether, milliether } from '../chain.ts';
import { tokenFreeze, tokenTransfer, tokensOf } from '../contracts/tokens.ts';
import { bridgeRecipient, bridgeVault } from '../keys.ts';
import { createWrappedBitcoin } from '../contracts/wrapped-bitcoin.ts';
import type { BridgeDeposit } from '../model.ts';
import { type EthereumHabit, payEther, payStable } from './people.ts';
import { dollar, type EthereumWorld } from './world.ts';

/** Seconds between a deposit on the Bitcoin side and its payout here; the maximum distance of the two sides. */
export const bridgeDelay = 2 * 3600;

/** Wei on the Ethereum side per satoshi on the Bitcoin side: 20 ether per bitcoin. */
export const weiPerSat = 200_000_000_000n;

/** Sends ether to the deposit address of the sender at the exchange without identity checks. */
function cashOut(world: EthereumWorld, from: Account, value: bigint): void {
  const to = world.exchanges.nonames.deposit(500_000 + from.id);
  if (value > 0n) world.economy.send({ kind: 'payment', from, to, value });
}

/** Creates an account for an illicit actor. */
function hideout(world: EthereumWorld, entity: DemoEntity): Account {
  return world.economy.open({ entity, role: 'hideout' });
}

/**
 * Creates the Ethereum side of the bridge, and of the custody of bitcoin: its vault pays deposits out at a fixed rate, some hours later, through a router with the
 * calls and events of THORChain's. The vault has one key for both chains.
 */
export function createEthereumBridge(world: EthereumWorld): (deposit: BridgeDeposit) => void {
  const { economy } = world;
  const { agenda } = economy;
  const vault = economy.open({ entity: entities.bridge, role: 'vault', pools: true, number: bridgeVault });
  const router = economy.predeployed(demoRouter, { entity: entities.bridge, role: 'router', pools: true });
  const launder = createLaundry(world);
  const call = selector('transferOut(address,address,uint256,string)');
  const paidOut = eventTopic('TransferOut(address,address,address,uint256,string)');
  economy.endow(vault, 400_000n * ether);
  startBlobs(world, vault);
  const mintWrapped = createWrappedBitcoin(economy, world.tokens.issuer);
  return (deposit) => {
    const { transfer, txid, sats, shares, entity, time, mint } = deposit;
    if (mint !== undefined) {
      const { hot } = world.exchanges.meridian;
      agenda.before(time + bridgeDelay, transfer, () => mintWrapped(deposit, mint, hot));
      return;
    }
    const owner = Object.values(entities).find(({ id }) => id === entity) ?? entities.hacker;
    const wei = sats * weiPerSat;
    const memo = textWords(`OUT:${toDisplayHash(txid).toUpperCase()}`);
    agenda.before(time + bridgeDelay, transfer, pay);

    function pay(): void {
      const to = economy.open({ entity: owner, role: 'hideout', number: bridgeRecipient(transfer) });
      economy.send({
        kind: 'bridge_payout',
        from: vault,
        to: router,
        value: wei,
        input: call + addressWord(to) + word(0) + word(wei) + word(128) + memo,
        gas: 70_000,
        program(run) {
          run.burn(22_100);
          run.pay(to, wei, new Map(shares.map(([flow, part]) => [flow, part * weiPerSat])));
          run.log([paidOut, addressWord(vault), addressWord(to)], word(0) + word(wei) + word(96) + memo);
        },
        done(success, hash) {
          if (!success) return;
          economy.emit({
            type: 'bridge',
            blockchain: 'ethereum',
            hash,
            direction: 'out',
            transfer,
            sats,
            wei,
            token: null,
            to: to.address,
          });
          if (owner === entities.hacker) {
            const fact = { story: 'hack', role: 'bridge_out' } as const;
            economy.emit({ type: 'story', fact, place: { chain: 'ethereum', hash } });
          }
          launder(to, owner);
        },
      });
    }
  };
}

/** Posts batches in blobs (EIP-4844). */
function startBlobs({ economy }: EthereumWorld, operator: Account): void {
  const { random } = economy;
  economy.agenda.repeat(economy.now() + 3 * secondsOfDay, () => {
    const blobHashes = Array.from({ length: random.between(1, 3) }, () => {
      const hash = random.bytes(32);
      hash[0] = 1;
      return hash;
    });
    economy.send({ kind: 'data', from: operator, to: operator, type: 3, blobHashes });
    return random.between(4, 9) * secondsOfDay;
  });
}

/**
 * Returns what moves bridged funds: split, mixed, swapped for the stablecoin, sold. The issuer of the stablecoin freezes the first
 * account in which the hacker holds it.
 */
function createLaundry(world: EthereumWorld): (from: Account, entity: DemoEntity) => void {
  const frozen = new Set<Account>();
  return (from, entity) => moveOn(world, frozen, { from, entity });
}

function moveOn(
  world: EthereumWorld,
  frozen: Set<Account>,
  { from, entity }: { from: Account; entity: DemoEntity },
): void {
  const { economy, mixer, pools, tokens } = world;
  const { random, agenda } = economy;
  const parts = Array.from({ length: random.between(2, 4) }, () => hideout(world, entity));
  const part = (spendable(from) * 96n) / 100n / BigInt(parts.length);
  parts.forEach((to, i) => {
    agenda.at(economy.now() + random.between(2, 30) * 3600, () => {
      if (!economy.send({ kind: 'peel', from, to, value: part })) return;
      agenda.at(economy.now() + random.between(8, 90) * 3600, () => goOn(to, i));
    });
  });

  function goOn(holder: Account, number: number): void {
    if (number === 0) {
      const heir = hideout(world, entity);
      mixer.mixAll(holder, (spendable(holder) * 9n) / 10n, () =>
        random.chance(400) ? heir : hideout(world, entity),
      );
      agenda.at(economy.now() + 25 * secondsOfDay, () => cashOut(world, heir, (spendable(heir) * 9n) / 10n));
    } else if (number === 1) {
      peelChain(holder, random.between(5, 14));
    } else if (number === 2 && tokensOf(holder, tokens.stable) === 0n) {
      const wei = spendable(holder) / 8n < 60n * ether ? spendable(holder) / 8n : 60n * ether;
      pools.stable.sellEther(holder, wei, (pools.stable.quote(wei) * 9n) / 10n);
      if (entity === entities.hacker && frozen.size === 0) freeze(holder);
      agenda.at(economy.now() + secondsOfDay, () => sellStable(holder));
    } else if (number === 3) lend(holder);
    else cashOut(world, holder, (spendable(holder) * 8n) / 10n);
  }

  /** Lends the funds, and takes them back some days later. */
  function lend(holder: Account): void {
    if (!world.lending.supply(holder, (spendable(holder) * 8n) / 10n)) return;
    agenda.at(economy.now() + random.between(2, 6) * secondsOfDay, () => {
      const receipts = tokensOf(holder, world.lending.receipt);
      if (receipts > 0n) world.lending.redeem(holder, receipts);
      agenda.at(economy.now() + secondsOfDay, () => cashOut(world, holder, (spendable(holder) * 8n) / 10n));
    });
  }

  function freeze(holder: Account): void {
    frozen.add(holder);
    agenda.at(economy.now() + secondsOfDay / 4, () => {
      economy.send({
        kind: 'freeze',
        ...tokenFreeze(tokens, holder),
        done(success, hash) {
          if (!success) return;
          economy.emit({
            type: 'ethereum_freeze',
            hash,
            account: holder.address,
            token: tokens.stable.account.address,
          });
          const fact = { story: 'hack', role: 'frozen' } as const;
          economy.emit({ type: 'story', fact, place: { chain: 'ethereum', address: holder.address } });
        },
      });
    });
  }

  function sellStable(holder: Account): void {
    const amount = tokensOf(holder, tokens.stable);
    const isHack = entity === entities.hacker;
    const to = world.exchanges.nonames.deposit(500_000 + holder.id, isHack);
    if (amount > dollar && !frozen.has(holder)) {
      economy.send({
        kind: 'payment',
        ...tokenTransfer(tokens.stable, holder, to, amount),
        done(success) {
          if (!success || !isHack) return;
          const fact = { story: 'hack', role: 'cash_out' } as const;
          economy.emit({ type: 'story', fact, place: { chain: 'ethereum', address: to.address } });
        },
      });
    }
    cashOut(world, holder, (spendable(holder) * 8n) / 10n);
  }

  /** Moves the main amount from account to account; at each, a part goes to the exchange. */
  function peelChain(holder: Account, steps: number): void {
    const rest = spendable(holder);
    const slice = (rest * BigInt(random.between(4, 12))) / 100n;
    cashOut(world, holder, slice);
    if (steps === 0 || rest < 2n * ether) return;
    const next = hideout(world, entity);
    agenda.at(economy.now() + random.between(1, 6) * 3600, () => {
      const value = spendable(holder) - 3n * economy.paymentCost();
      if (value <= 0n || !economy.send({ kind: 'peel', from: holder, to: next, value })) return;
      agenda.at(economy.now() + random.between(3, 40) * 3600, () => peelChain(next, steps - 1));
    });
  }
}

/** Creates a scam with one advertised address for ether and the stablecoin. */
export function createEthereumScam(world: EthereumWorld): EthereumHabit {
  const { economy, tokens, exchanges } = world;
  const { random } = economy;
  const flow = economy.startFlow('investment_scam', entities.scam);
  const till = economy.open({ entity: entities.scam, role: 'till' });
  const from = world.start + Math.floor(world.length / 4);
  const until = world.start + Math.floor((world.length * 5) / 6);
  economy.agenda.repeat(from + 8 * secondsOfDay, () => {
    const between = hideout(world, entities.scam);
    const value = (spendable(till) * 8n) / 10n;
    if (value > ether && economy.send({ kind: 'peel', from: till, to: between, value })) {
      economy.agenda.at(economy.now() + 30 * 3600, () =>
        cashOut(world, between, (spendable(between) * 95n) / 100n),
      );
    }
    const amount = tokensOf(till, tokens.stable);
    const to = exchanges.kitsune.deposit(500_000 + till.id);
    if (amount > 1_000n * dollar)
      economy.send({ kind: 'payment', ...tokenTransfer(tokens.stable, till, to, amount) });
    return 6 * secondsOfDay;
  });
  return {
    weight: 20,
    act(person, time) {
      if (time < from || time > until) return;
      if (random.chance(500)) {
        payEther(world, person, [milliether(50), 5n * ether], (value) =>
          economy.send({ kind: 'payment', from: person.account, to: till, value, flow }),
        );
      } else {
        payStable(world, person, [100n * dollar, 8_000n * dollar], (amount) =>
          economy.send({
            kind: 'payment',
            ...tokenTransfer(tokens.stable, person.account, till, amount),
            flow,
          }),
        );
      }
    },
  };
}

/** Starts the account of the sanctioned group, funded by supporters; some customers receive from it. */
export function startEthereumSanctioned(world: EthereumWorld): void {
  const { economy, people, customers, mixer } = world;
  const { random, agenda } = economy;
  const flow = economy.startFlow('sanctioned', entities.sanctioned);
  const purse = economy.open({ entity: entities.sanctioned, role: 'purse' });
  const supporters = people.filter(({ number }) => number % 17 === 3);
  agenda.repeat(economy.now() + 30 * secondsOfDay, () => {
    const { account, home } = random.pick(supporters);
    const value = rounded(random.amount(ether / 2n, 20n * ether));
    if (!economy.send({ kind: 'payment', from: account, to: purse, value, flow }))
      home.withdraw(account, value * 2n);
    return random.between(1, 4) * secondsOfDay;
  });
  agenda.repeat(economy.now() + 60 * secondsOfDay, () => {
    if (balanceOf(purse) > 30n * ether) {
      if (random.chance(400))
        mixer.mixAll(purse, balanceOf(purse) / 3n, () => hideout(world, entities.sanctioned));
      else cashOut(world, purse, spendable(purse) / 3n);
    }
    return random.between(9, 20) * secondsOfDay;
  });
  const customer = customers[2];
  if (!customer) return;
  agenda.repeat(world.start + Math.floor((world.length * 7) / 10), () => {
    economy.send({ kind: 'payment', from: purse, to: customer.account, value: rounded(4n * ether) });
    return random.between(15, 40) * secondsOfDay;
  });
}

/**
 * Creates the activity of people who use the mixer; one customer receives from it. Some make mistakes that connect both sides:
 * they withdraw to the account of the deposit, pay that account later, or deposit and withdraw several times. Others pay people
 * who use the mixer, too, which connects nothing.
 */
export function mixerHabit(world: EthereumWorld): EthereumHabit {
  const { economy, mixer, people, customers } = world;
  const { random, agenda } = economy;

  /** Pays half of what an account withdrew to another one, days later. */
  function payLater(from: Account, to: Account, size: bigint): void {
    agenda.at(economy.now() + random.between(20, 40) * secondsOfDay, () => {
      if (spendable(from) > size / 2n) economy.send({ kind: 'payment', from, to, value: size / 2n });
    });
  }

  return {
    weight: 18,
    act(person) {
      const size = random.pick([ether / 10n, ether / 10n, ether]);
      const notes = random.chance(90) ? BigInt(random.between(3, 6)) : 1n;
      payEther(world, person, [size * (notes + 1n), size * (notes + 1n)], () => {
        if (random.chance(60)) {
          mixer.mix(person.account, size, () => person.account);
          return;
        }
        const toCustomer = random.chance(40) ? customers[4] : undefined;
        const heir = toCustomer?.account ?? economy.open({ entity: person.entity, role: 'private' });
        for (let i = 0n; i < notes; i++) mixer.mix(person.account, size, () => heir);
        if (toCustomer) return;
        if (random.chance(80)) payLater(heir, person.account, size);
        else if (random.chance(150)) payLater(heir, random.pick(people).account, size);
      });
    },
  };
}
