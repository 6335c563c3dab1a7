import { keccak256 } from '@hopscope/chain';
import { entities } from '../../entities.ts';
import { type Account, spendable } from '../account.ts';
import { addressWord, eventTopic, selector, word } from '../abi.ts';
import { ether, prefixed } from '../chain.ts';
import type { EthereumEconomy } from '../economy.ts';

const calls = {
  deposit: selector('deposit(bytes32)'),
  withdraw: selector('withdraw(bytes,bytes32,bytes32,address,address,uint256,uint256)'),
} as const;
const events = {
  deposit: eventTopic('Deposit(bytes32,uint32,uint256)'),
  withdrawal: eventTopic('Withdrawal(address,bytes32,address,uint256)'),
} as const;

/** Sizes of the mixer's pools. */
export const mixerSizes = [ether / 10n, ether, 10n * ether] as const;

/** How a note is deposited and withdrawn; without any of it, as most do. */
export interface MixingWays {
  /** Gas price in wei of the deposit. */
  readonly price?: bigint;
  /** Gas price in wei of a withdrawal that the recipient sends itself, if it can pay for it. */
  readonly ownPrice?: bigint;
  /** The relayer; without it, any. */
  readonly relayer?: Account;
  /** Called with the recipient once the note is withdrawn. */
  readonly withdrawn?: (heir: Account) => void;
}

/** A mixer of fixed amounts: each pool accepts deposits of one size and pays the same size to the holder of a note. */
export interface CoinMixer {
  readonly relayers: readonly Account[];
  /**
   * Deposits one note; hours or days later a relayer withdraws it for `heir`, or it does so itself. Returns false if the depositor
   * has insufficient funds.
   */
  mix(from: Account, size: bigint, heir: () => Account, ways?: MixingWays): boolean;
  /** Deposits as many notes as the amount allows, largest first. */
  mixAll(from: Account, wei: bigint, heir: () => Account): void;
}

/** Deploys a pool for each size, and relayers that pay for withdrawals. */
export function createCoinMixer(
  economy: EthereumEconomy,
  maker: Account,
  relayers: readonly Account[],
): CoinMixer {
  const { random, agenda } = economy;
  const flow = economy.startFlow('mixer', entities.coinMixer);
  const pools = mixerSizes.map((size) => ({
    size,
    account: economy.deploy(maker, {
      entity: entities.coinMixer,
      role: 'mixer_pool',
      code: 280,
      pools: true,
    }),
    leaves: 0,
  }));
  let notes = 0;

  function withdraw(pool: (typeof pools)[number], note: number, heir: Account, ways: MixingWays): void {
    const { ownPrice, withdrawn } = ways;
    if (ownPrice === undefined || !withdrawBy(heir, { pool, note, heir, price: ownPrice, withdrawn }))
      withdrawBy(ways.relayer ?? random.pick(relayers), { pool, note, heir, withdrawn });
  }

  /** Sends a withdrawal, with a fee if it isn't sent by the recipient; returns false if the sender can't pay for it. */
  function withdrawBy(
    from: Account,
    {
      pool,
      note,
      heir,
      price,
      withdrawn,
    }: {
      pool: (typeof pools)[number];
      note: number;
      heir: Account;
      price?: bigint;
      withdrawn: MixingWays['withdrawn'];
    },
  ): boolean {
    const isRelayed = from !== heir;
    const fee = isRelayed ? pool.size / 250n + ether / 1000n : 0n;
    const relayer = isRelayed ? addressWord(from) : word(0);
    const nullifier = digest(note, 2);
    return economy.send({
      kind: 'mixer_withdrawal',
      from,
      to: pool.account,
      ...(price === undefined ? {} : { price }),
      input:
        calls.withdraw +
        word(224) +
        digest(note, 3) +
        nullifier +
        addressWord(heir) +
        relayer +
        word(fee) +
        word(0) +
        word(256) +
        proof(note),
      gas: 140_000,
      flow,
      program(run) {
        run.burn(40_000);
        run.pay(heir, pool.size - fee);
        if (isRelayed) run.pay(from, fee);
        run.log([events.withdrawal, relayer], addressWord(heir) + nullifier + word(fee));
      },
      done(success, hash) {
        if (!success) return;
        economy.emit({
          type: 'ethereum_mixer',
          note,
          leg: 'withdrawal',
          hash,
          wei: pool.size,
          account: heir.address,
        });
        withdrawn?.(heir);
      },
    });
  }

  function mix(from: Account, size: bigint, heir: () => Account, ways: MixingWays = {}): boolean {
    const pool = pools.find((candidate) => candidate.size === size);
    if (!pool || spendable(from) < size) return false;
    const note = ++notes;
    const commitment = digest(note, 1);
    return economy.send({
      kind: 'mixer_deposit',
      from,
      to: pool.account,
      value: size,
      input: calls.deposit + commitment,
      gas: 95_000,
      ...(ways.price === undefined ? {} : { price: ways.price }),
      program(run) {
        run.burn(75_000);
        const leaf = pool.leaves;
        run.log([events.deposit, commitment], word(leaf) + word(economy.now()));
        run.afterwards(() => {
          pool.leaves++;
        });
      },
      done(success, hash) {
        if (!success) return;
        economy.emit({
          type: 'ethereum_mixer',
          note,
          leg: 'deposit',
          hash,
          wei: size,
          account: from.address,
        });
        const pause = random.chance(150) ? random.between(1, 8) : random.between(8, 400);
        agenda.at(economy.now() + pause * 3600 + random.below(3600), () =>
          withdraw(pool, note, heir(), ways),
        );
      },
    });
  }

  return {
    relayers,
    mix,
    mixAll(from, wei, heir) {
      let left = wei;
      let deposits = 0;
      for (const size of mixerSizes.toReversed()) {
        while (left >= size && deposits < 12 && mix(from, size, heir)) {
          left -= size;
          deposits++;
        }
      }
    },
  };
}

/** Derives placeholder bytes from a note. */
function digest(note: number, part: number): string {
  return prefixed(keccak256(Uint8Array.of(0x6e, part, note >>> 24, note >>> 16, note >>> 8, note))).slice(2);
}

function proof(note: number): string {
  return Array.from({ length: 8 }, (_, i) => digest(note, 10 + i)).join('');
}
