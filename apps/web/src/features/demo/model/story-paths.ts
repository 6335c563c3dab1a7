import type { DemoStoryId } from '@hopscope/contract';

/** A party on the way of the funds of a story. */
export interface StoryStep {
  readonly name: string;
  /** Criminal, or sanctioned. */
  readonly bad?: true;
  /** The chain does not link it to the step before. */
  readonly unlinked?: true;
}

/** The way of the funds in each story, as its picture shows it. */
export const storyPaths: Readonly<Record<DemoStoryId, readonly StoryStep[]>> = {
  hack: [
    { name: 'Exchange' },
    { name: 'Thief', bad: true },
    { name: 'Peel chain', bad: true },
    { name: 'Bridge' },
    { name: 'Ethereum', bad: true },
  ],
  ransomware: [
    { name: 'Victims' },
    { name: 'Addresses', bad: true },
    { name: 'Collector', bad: true },
    { name: 'Cash-out' },
  ],
  mixer: [{ name: 'Depositor' }, { name: 'Mixer', bad: true }, { name: 'Recipient', unlinked: true }],
  sanctioned: [{ name: 'Sanctioned group', bad: true }, { name: 'Customer' }],
  structuring: [{ name: 'One person' }, { name: 'Wallets' }, { name: 'Customer' }],
  clean_customer: [{ name: 'Exchange' }, { name: 'Customer' }, { name: 'Other people' }],
};
