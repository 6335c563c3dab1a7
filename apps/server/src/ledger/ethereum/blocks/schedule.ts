import { mainnetRewards, type RewardSchedule } from '@hopscope/chain';

/** Chains other than mainnet start with the last reward of proof of work. */
const latestRewards: RewardSchedule = { byzantium: 0, constantinople: 0 };

/** Returns the rewards of miners on a chain. */
export function rewardScheduleOf(chainId: bigint): RewardSchedule {
  return chainId === 1n ? mainnetRewards : latestRewards;
}
