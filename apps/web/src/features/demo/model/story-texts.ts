import type { DemoPlaceRole, DemoStoryId } from '@hopscope/contract';

/** What a story is about, and what to look for in it. */
export const storyTexts: Readonly<Record<DemoStoryId, { title: string; text: string }>> = {
  hack: {
    title: 'An exchange is robbed',
    text: 'A thief empties the hot wallet of Meridian Markets (demo) and runs: long peel chains, a mixer, and a bridge to the other chain. Follow the largest output from hop to hop.',
  },
  ransomware: {
    title: 'Victims pay a ransom',
    text: 'Victims buy coins at exchanges and pay the Coldiron Crew (demo), which gathers the payments and moves them on. Every victim has an address of its own; look where they come together.',
  },
  mixer: {
    title: 'Money goes through a mixer',
    text: 'Greywater Mixer (demo) takes deposits and pays out from other coins, later and in other amounts. On the chain the two have nothing in common.',
  },
  sanctioned: {
    title: 'A deposit from a sanctioned group',
    text: 'Coins of the Blackreef Group (demo) are paid to a customer of your own organization, straight from a wallet of the group.',
  },
  structuring: {
    title: 'Many small deposits',
    text: 'A customer receives amounts just below a limit, again and again within days, from wallets that one hand feeds.',
  },
  clean_customer: {
    title: 'A customer like most',
    text: 'Withdrawals from an exchange, payments from people, a little saved. This is what your screens should be quiet about.',
  },
};

/** What a place shows, before its address or hash. */
export const placeTexts: Readonly<Record<DemoPlaceRole, string>> = {
  theft: 'The theft',
  thief: 'First wallet of the thief',
  peel: 'Part of a peel chain',
  bridge_in: 'Into the bridge',
  bridge_out: 'Out of the bridge, on the other chain',
  victim_payment: 'A victim pays',
  collector: 'Where payments are gathered',
  mixer_deposit: 'Into the mixer',
  mixer_payout: 'Out of the mixer',
  sanctioned_wallet: 'A wallet of the group',
  sanctioned_deposit: 'What reaches your customer',
  structured_deposit: 'One of the deposits',
  customer: 'The customer',
  payment: 'A payment comes in',
};
