import { mainnetRewards, type RewardSchedule } from '@hopscope/chain';

/** Chains other than mainnet begin with the last reward of proof of work. */
const latestRewards: RewardSchedule = { byzantium: 0, constantinople: 0 };

/** Rewards of miners on a chain. */
export function rewardScheduleOf(chainId: bigint): RewardSchedule {
  return chainId === 1n ? mainnetRewards : latestRewards;
}
