import type { BlockReward, EthereumHeader, Wei } from './model.ts';

const WEI_PER_ETHER = 1_000_000_000_000_000_000n;

/** First heights at which the reward of a miner changed. */
export interface RewardSchedule {
  /** 3 ether instead of 5 (EIP-649). */
  readonly byzantium: number;
  /** 2 ether instead of 3 (EIP-1234). */
  readonly constantinople: number;
}

/** Heights of Ethereum mainnet (EIP-609, EIP-1013). */
export const mainnetRewards: RewardSchedule = { byzantium: 4_370_000, constantinople: 7_280_000 };

/**
 * Returns the static block reward in wei, without fees and uncles. 0 for block 0, and since the Merge, detected by a
 * difficulty of 0 (EIP-3675).
 */
export function staticReward(header: EthereumHeader, schedule: RewardSchedule): Wei {
  if (header.difficulty === 0n || header.number === 0) return 0n;
  if (header.number >= schedule.constantinople) return 2n * WEI_PER_ETHER;
  return (header.number >= schedule.byzantium ? 3n : 5n) * WEI_PER_ETHER;
}

/**
 * Returns the ether issued with a block: the miner gets the static reward and a 32nd of it per uncle; the miner of an uncle
 * gets (8 + its height − height of the block) eighths of it (Yellow Paper, section 11.3). `uncles` are the headers of all
 * uncles. Empty if nothing is paid.
 */
export function blockRewards(
  header: EthereumHeader,
  uncles: readonly EthereumHeader[],
  schedule: RewardSchedule = mainnetRewards,
): BlockReward[] {
  const reward = staticReward(header, schedule);
  if (reward === 0n) return [];
  const own = reward + (reward / 32n) * BigInt(uncles.length);
  return [
    { kind: 'block', miner: header.miner, value: own },
    ...uncles.map((uncle): BlockReward => {
      const eighths = BigInt(8 + uncle.number - header.number);
      return { kind: 'uncle', miner: uncle.miner, value: (reward * eighths) / 8n };
    }),
  ];
}
