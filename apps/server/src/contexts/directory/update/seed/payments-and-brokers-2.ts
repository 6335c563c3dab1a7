import { addressesAt, onEtherscan } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Payments, brokers, lenders, funds and others whom one meets on the chains, part 2 of 2. */
export const paymentsAndBrokers2: readonly SeedEntry[] = [
  {
    id: 'galaxy-digital',
    name: 'Galaxy Digital',
    type: 'broker',
    source: 'https://en.wikipedia.org/wiki/Galaxy_Digital',
    url: 'https://www.galaxy.com',
    countries: ['US'],
    founded: 2018,
    ticker: 'GLXY',
    description: 'Merchant bank for crypto-assets.',
  },
  {
    id: 'cumberland',
    name: 'Cumberland',
    type: 'broker',
    source: 'https://www.cumberland.io',
    url: 'https://www.cumberland.io',
    description: 'Trades over the counter; part of DRW.',
  },
  {
    id: 'wintermute',
    name: 'Wintermute',
    type: 'broker',
    source: 'https://www.wintermute.com',
    url: 'https://www.wintermute.com',
  },
  {
    id: 'b2c2',
    name: 'B2C2',
    type: 'broker',
    source: 'https://www.b2c2.com',
    url: 'https://www.b2c2.com',
    description: 'Trades over the counter.',
  },
  {
    id: 'nexo',
    name: 'Nexo',
    type: 'lending',
    source: 'https://nexo.com',
    url: 'https://nexo.com',
    ticker: 'NEXO',
    description: 'Lender and broker.',
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/nexo-cex.js',
        'Reserve wallet',
        `
        0x0031e147a79c45f24319dc02ca860cb6142fcba1 0x00ee047a66d5cff27587a61559138c26b62f7ceb
        0x354e9fa5c6ee7e6092158a8c1b203ccac932d66d 0x55e4d16f9c3041eff17ca32850662f3e9dddbce7
        0x57793e249825492212de2aa4306379017301e1da 0x65b0bf8ee4947edd2a500d74e50a3d757dc79de0
        0x6914fc70fac4cab20a8922e900c4ba57feecf8e1 0x7344e478574acbe6dac9de1077430139e17eec3d
        0x7ab6c736baf1dac266aab43884d82974a9adcccf 0x8fd589aa8bfa402156a6d1ad323fec0ecee50d9d`,
      ),
    ],
  },
  {
    id: 'celsius-network',
    name: 'Celsius Network',
    type: 'lending',
    source: 'https://en.wikipedia.org/wiki/Celsius_Network',
    url: 'https://celsius.network',
    countries: ['US'],
    founded: 2017,
    description: 'Lender; bankrupt since July 2022, its founder pleaded guilty to fraud in December 2024.',
    dead: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        `
        0x721e3d8aa92d1f26936f6945f176415f66a88588 0x7de3e919d1d7e5f1b1b27bdb3575b65c5874a5f6
        0x75db8b92937f8f86213e523788ab9f066efde3fe`,
      ),
    ],
  },
  {
    id: 'blockfi',
    name: 'BlockFi',
    type: 'lending',
    source: 'https://en.wikipedia.org/wiki/BlockFi',
    url: 'https://blockfi.com',
    countries: ['US'],
    founded: 2017,
    description: 'Lender; bankrupt since November 2022.',
    dead: true,
  },
  {
    id: 'voyager-digital',
    name: 'Voyager Digital',
    type: 'lending',
    source: 'https://en.wikipedia.org/wiki/Voyager_Digital',
    url: 'https://www.investvoyager.com',
    countries: ['US'],
    founded: 2018,
    description: 'Broker and lender; bankrupt since July 2022.',
    dead: true,
  },
  {
    id: 'grayscale-investments',
    name: 'Grayscale Investments',
    type: 'custodian',
    source: 'https://en.wikipedia.org/wiki/Grayscale_Investments',
    url: 'https://www.grayscale.com',
    countries: ['US'],
    founded: 2013,
    description: 'Manager of funds such as GBTC.',
  },
  {
    id: 'bitwise-asset-management',
    name: 'Bitwise Asset Management',
    type: 'organization',
    source:
      'https://www.forbes.com/sites/digital-assets/2024/01/25/bitwise-become-first-to-disclose-bitcoin-etf-holdings-address/',
    url: 'https://bitwiseinvestments.com',
    countries: ['US'],
    description: 'Manager of funds; publishes the address of its bitcoin fund BITB.',
    addresses: [
      ...addressesAt(
        'https://www.forbes.com/sites/digital-assets/2024/01/25/bitwise-become-first-to-disclose-bitcoin-etf-holdings-address/',
        'Holdings of the fund BITB',
        '1CKVszDdUp4ymGceAZpGzYEFr4RPNHYqaM',
      ),
    ],
  },
  {
    id: '21shares',
    name: '21Shares',
    type: 'organization',
    source: 'https://www.21shares.com',
    url: 'https://www.21shares.com',
    countries: ['CH'],
    description: 'Issuer of exchange-traded products; part of 21.co.',
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/21Co.js',
        'Reserve wallet',
        '12WZhMFFLHQ4rCMSkeBfbJXRk7aGWyBh1M 1HTGi4tfXSEtcXD4pk6S3vBs3s64hWY1pW',
      ),
    ],
  },
  {
    id: 'strategy',
    name: 'Strategy',
    type: 'organization',
    source: 'https://www.strategy.com',
    url: 'https://www.strategy.com',
    aliases: ['MicroStrategy'],
    countries: ['US'],
    ticker: 'MSTR',
    description: 'Company that holds bitcoins as its treasury, formerly MicroStrategy.',
  },
  {
    id: 'coinflip',
    name: 'CoinFlip',
    type: 'broker',
    source: 'https://coinflip.tech',
    url: 'https://coinflip.tech',
    tags: ['atm'],
    description: 'Operator of machines that sell bitcoins.',
  },
  {
    id: 'internet-archive',
    name: 'Internet Archive',
    type: 'charity',
    source: 'https://archive.org/donate/cryptocurrency',
    url: 'https://archive.org',
    countries: ['US'],
    description: 'Library of the internet that takes donations in crypto-assets.',
    addresses: [
      ...addressesAt(
        'https://archive.org/donate/cryptocurrency',
        'Donations',
        '1Archive1n2C579dMsAu3iC6tWzuQJz8dN 0xfa8e3920daf271dab92be9b87d9998ddd94fef08',
      ),
    ],
  },
  {
    id: 'proton',
    name: 'Proton',
    type: 'merchant',
    source: 'https://en.wikipedia.org/wiki/Proton_AG',
    url: 'https://proton.me',
    aliases: ['Proton Mail'],
    countries: ['CH'],
    founded: 2014,
    description: 'Mail and VPN.',
    addresses: [
      ...addressesAt('https://protonmail.com/donate', 'Donations', '1Q1nhq1NbxPYAbw1BppwKbCqg58ZqMb9A8'),
    ],
  },
  {
    id: 'ethereum-foundation',
    name: 'Ethereum Foundation',
    type: 'organization',
    source: 'https://en.wikipedia.org/wiki/Ethereum',
    url: 'https://ethereum.foundation',
    countries: ['CH'],
    founded: 2014,
    description: 'Foundation that supports the development of Ethereum.',
    addresses: [...onEtherscan('Wallet', '0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae')],
  },
  {
    id: 'el-salvador-bitcoin-office',
    name: 'Republic of El Salvador',
    type: 'organization',
    source: 'https://bitcoin.gob.sv',
    url: 'https://bitcoin.gob.sv',
    countries: ['SV'],
    description: 'Publishes the address of its reserve of bitcoins.',
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/elSalvador.js',
        'Reserve',
        '32ixEdVJWo3kmvJGMTZq5jAQVZZeuwnqzo',
      ),
    ],
  },
];
