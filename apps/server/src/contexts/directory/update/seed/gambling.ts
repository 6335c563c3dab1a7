import { onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Games of chance. */
export const gambling: readonly SeedEntry[] = [
  {
    id: 'satoshidice',
    name: 'SatoshiDice',
    type: 'gambling',
    source: 'https://satoshidice.com',
    url: 'https://satoshidice.com',
    description: 'One of the first games of chance on Bitcoin.',
    addresses: [...onWalletExplorer('Wallet of SatoshiDice.com', '16ZtFbC6dMcHtM8ebYkiZ1yhx9yoWrg1mq')],
  },
  {
    id: 'stake-com',
    name: 'Stake.com',
    type: 'gambling',
    source: 'https://en.wikipedia.org/wiki/Stake.com',
    url: 'https://stake.com',
    countries: ['CW'],
    founded: 2017,
  },
  {
    id: 'bitstarz',
    name: 'BitStarz',
    type: 'gambling',
    source: 'https://www.bitstarz.com',
    url: 'https://www.bitstarz.com',
    addresses: [...onWalletExplorer('Wallet of BitStarz.com', '1Ltv6pjkGGBZZprYDqJ5AUieKuxBKPp2gx')],
  },
  {
    id: 'cloudbet',
    name: 'Cloudbet',
    type: 'gambling',
    source: 'https://www.cloudbet.com',
    url: 'https://www.cloudbet.com',
    addresses: [...onWalletExplorer('Wallet of CloudBet.com', '1LidBFX6XbVAMV64MJBZBL98NuFmJH3qYW')],
  },
  {
    id: 'fortunejack',
    name: 'FortuneJack',
    type: 'gambling',
    source: 'https://fortunejack.com',
    url: 'https://fortunejack.com',
    addresses: [...onWalletExplorer('Wallet of FortuneJack.com', '1HzWTtSCgteJySmzAD9A6WCiUsWWLNXAoL')],
  },
  {
    id: 'primedice',
    name: 'Primedice',
    type: 'gambling',
    source: 'https://primedice.com',
    url: 'https://primedice.com',
    addresses: [
      ...onWalletExplorer(
        'Wallet of PrimeDice.com',
        `
        12k6p3dfCLTRHPg55GLGPrh9kL5vGynMDP 13HSC5Xt2SaeQoiDSXirR3HZbjEgqBZBkk
        14QVykNaPnFqHHPjATAcKPhsPkNoRhFqsH 1562k2H4iHqwqn3DEkjJk4qpnckWLffHpZ
        1MiNRcvz87RbxFhd8sU57fqSyij7YzQ5fh`,
      ),
    ],
  },
  {
    id: '999dice',
    name: '999Dice',
    type: 'gambling',
    source: 'https://www.999dice.com',
    url: 'https://www.999dice.com',
    addresses: [...onWalletExplorer('Wallet of 999Dice.com', '1NGSrBs4BAazQRfD3PafjHB9jwJocoNy6i')],
  },
  {
    id: 'just-dice',
    name: 'Just-Dice',
    type: 'gambling',
    source: 'https://just-dice.com',
    url: 'https://just-dice.com',
  },
  {
    id: 'nitrogen-sports',
    name: 'Nitrogen Sports',
    type: 'gambling',
    source: 'https://nitrogensports.eu',
    url: 'https://nitrogensports.eu',
    addresses: [...onWalletExplorer('Wallet of NitrogenSports.eu', '1FcBjuLrC2GbgUa98c5yqRF8iD8mFriT4f')],
  },
  {
    id: 'swc-poker',
    name: 'SwC Poker',
    type: 'gambling',
    source: 'https://swcpoker.club',
    url: 'https://swcpoker.club',
    description: 'Poker; successor of Seals with Clubs.',
    addresses: [...onWalletExplorer('Wallet of SwCPoker.eu', '1AhpCo63MF5ayyK7H3E98zoPhMYMVj8sH1')],
  },
  {
    id: 'bitcasino',
    name: 'Bitcasino',
    type: 'gambling',
    source: 'https://bitcasino.io',
    url: 'https://bitcasino.io',
  },
  {
    id: '1xbet',
    name: '1xBet',
    type: 'gambling',
    source: 'https://en.wikipedia.org/wiki/1xBet',
    url: 'https://1xbet.com',
    founded: 2007,
    addresses: [...onEtherscan('Wallet', '0x777f415324d56e1d54fa832902d8797db7a4c57c')],
  },
  {
    id: 'satoshimines',
    name: 'SatoshiMines',
    type: 'gambling',
    source: 'https://satoshimines.com',
    url: 'https://satoshimines.com',
    dead: true,
    addresses: [...onWalletExplorer('Wallet of SatoshiMines.com', '18hxV615rCFfZzRKpgqAvkjRYMQ3ZZAx2b')],
  },
];
