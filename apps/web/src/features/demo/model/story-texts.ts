import type { DemoPlaceRole, DemoStoryId } from '@hopscope/contract';

/** Title and explanation of each story. */
export const storyTexts: Readonly<Record<DemoStoryId, { title: string; text: string }>> = {
  hack: {
    title: 'An exchange is robbed',
    text: 'A thief empties the hot wallet of Meridian Markets (demo) and moves the funds through long peel chains, a mixer, and a bridge to the other chain, where the issuer of the stablecoin freezes one of the accounts. Follow the largest output from hop to hop.',
  },
  ransomware: {
    title: 'Victims pay a ransom',
    text: 'Victims buy coins at exchanges and pay the Coldiron Crew (demo), which collects the payments and moves them on. Each victim pays to a separate address: find where the payments converge.',
  },
  mixer: {
    title: 'Money goes through a mixer',
    text: 'Greywater Mixer (demo) takes deposits and pays out from other coins, later and in other amounts. The chain does not link the two.',
  },
  sanctioned: {
    title: 'A deposit from a sanctioned group',
    text: 'A wallet of the Blackreef Group (demo) pays a customer of your organization directly.',
  },
  structuring: {
    title: 'Many small deposits',
    text: 'A customer repeatedly receives amounts just below a threshold within days, from wallets that one person funds.',
  },
  clean_customer: {
    title: 'An ordinary customer',
    text: 'Withdrawals from an exchange, payments between people, and some savings: activity that should raise no alerts.',
  },
};

/** Labels of the places, shown before the address or hash. */
export const placeTexts: Readonly<Record<DemoPlaceRole, string>> = {
  theft: 'The theft',
  thief: 'First wallet of the thief',
  peel: 'Part of a peel chain',
  bridge_in: 'Into the bridge',
  bridge_out: 'Out of the bridge, on the other chain',
  frozen: 'Frozen by the issuer of the stablecoin',
  cash_out: 'Sold at an exchange, after a swap',
  victim_payment: 'A victim pays',
  collector: 'Payments are collected',
  mixer_deposit: 'Into the mixer',
  mixer_payout: 'Out of the mixer',
  sanctioned_wallet: 'A wallet of the group',
  exchange_wallet: 'The wallet that the exchange pays from',
  sanctioned_deposit: 'Payment to your customer',
  structured_deposit: 'One of the deposits',
  customer: 'The customer',
  payment: 'Incoming payment',
};
