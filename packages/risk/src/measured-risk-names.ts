/** What an address truly is, as scores are measured on it, with the words for people. */
export const riskGroupNames = {
  illicit_listed: 'of crime or sanctions, named by the directory',
  illicit_unlisted: 'of crime or sanctions, not named',
  mixer_listed: 'of a mixer, named by the directory',
  peel_chain: 'a peel chain of at least five steps begins there',
  structuring: 'got at least five payments just below a threshold',
  received_1: 'a tenth or more from illicit actors, directly',
  received_2: 'the same over two hops',
  received_3: 'the same over three hops',
  received_more: 'the same over more hops than are walked',
  sent: 'a tenth or more goes to illicit actors',
  coinjoin: 'a tenth or more from illicit actors, through a CoinJoin only',
  little: 'between a thousandth and a tenth, either way',
  risky_services:
    'a tenth or more with exchanges that ask for no names, gambling, CoinJoin coordinators, bridges, spammers',
  clean: 'clean: less than a thousandth with illicit actors, less than a tenth with such services',
} as const;
export type RiskGroup = keyof typeof riskGroupNames;
export const riskGroups = Object.keys(riskGroupNames) as readonly RiskGroup[];
