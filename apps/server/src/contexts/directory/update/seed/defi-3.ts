import { addressesAt, onEtherscan } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Contracts of decentralized finance and marketplaces, part 3 of 4. */
export const defi3: readonly SeedEntry[] = [
  {
    id: 'synthetix',
    name: 'Synthetix',
    type: 'defi',
    source: 'https://docs.synthetix.io/addresses/#mainnet-contracts',
    url: 'https://synthetix.io',
    ticker: 'SNX',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.synthetix.io/addresses/#mainnet-contracts',
        'Token SNX',
        '0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f',
      ),
      ...addressesAt(
        'https://docs.synthetix.io/addresses/#mainnet-contracts',
        'Token sUSD',
        '0x57ab1ec28d129707052df4df418d58a2d46d5f51',
      ),
    ],
  },
  {
    id: 'yearn',
    name: 'Yearn',
    type: 'defi',
    source: 'https://arxiv.org/abs/2111.11933',
    url: 'https://yearn.fi',
    ticker: 'YFI',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'Token YFI',
        '0x0bc529c00c6401aef6d220be8c6ea1667f6ad93e',
      ),
    ],
  },
  {
    id: 'convex-finance',
    name: 'Convex Finance',
    type: 'defi',
    source: 'https://arxiv.org/abs/2111.11933',
    url: 'https://www.convexfinance.com',
    ticker: 'CVX',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'Booster',
        '0xf403c135812408bfbe8713b5a23a04b3d48aae31',
      ),
    ],
  },
  {
    id: 'badger-dao',
    name: 'Badger DAO',
    type: 'defi',
    source: 'https://arxiv.org/abs/2111.11933',
    url: 'https://badger.com',
    ticker: 'BADGER',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'Token BADGER',
        '0x3472a5a71965499acd81997a54bba8d852c6e53d',
      ),
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'Controller',
        '0x6354e79f21b56c11f48bcd7c451be456d7102a36',
      ),
    ],
  },
  {
    id: 'instadapp',
    name: 'Instadapp',
    type: 'defi',
    source: 'https://github.com/Instadapp/dsa-connect/blob/master/src/addresses/mainnet/core.ts',
    url: 'https://instadapp.io',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://github.com/Instadapp/dsa-connect/blob/master/src/addresses/mainnet/core.ts',
        'Reader of accounts',
        '0x621ad080ad3b839e7b19e040c77f05213ab71524',
      ),
    ],
  },
  {
    id: 'lido',
    name: 'Lido',
    type: 'defi',
    source: 'https://docs.lido.fi/deployed-contracts/',
    url: 'https://lido.fi',
    ticker: 'LDO',
    description: 'Staking of ether.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.lido.fi/deployed-contracts/',
        'Token stETH',
        '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
      ),
    ],
  },
  {
    id: 'rocket-pool',
    name: 'Rocket Pool',
    type: 'defi',
    source: 'https://docs.rocketpool.net',
    url: 'https://rocketpool.net',
    ticker: 'RPL',
    description: 'Staking of ether.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.rocketpool.net',
        'Token rETH',
        '0xae78736cd615f374d3085123a210448e74fc6393',
      ),
    ],
  },
  {
    id: 'ethereum-name-service',
    name: 'Ethereum Name Service',
    type: 'defi',
    source: 'https://docs.ens.domains',
    url: 'https://ens.domains',
    ticker: 'ENS',
    description: 'Names for addresses.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.ens.domains',
        'Registrar controller of 2020',
        '0x283af0b28c62c092c9727f1ee09c02ca627eb7f5',
      ),
    ],
  },
  {
    id: 'ethereum-staking',
    name: 'Ethereum staking',
    type: 'defi',
    source: 'https://ethereum.org/staking/deposit-contract/',
    url: 'https://ethereum.org/staking',
    description: 'Contract that takes the deposits of validators.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://ethereum.org/staking/deposit-contract/',
        'Deposit contract',
        '0x00000000219ab540356cbb839cbe05303d7705fa',
      ),
    ],
  },
  {
    id: 'chainlink',
    name: 'Chainlink',
    type: 'defi',
    source: 'https://docs.chain.link',
    url: 'https://chain.link',
    ticker: 'LINK',
    description: 'Oracles.',
    centralized: false,
  },
  {
    id: 'opensea',
    name: 'OpenSea',
    type: 'marketplace',
    source: 'https://github.com/ProjectOpenSea/seaport',
    url: 'https://opensea.io',
    description: 'Marketplace for collectibles.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://github.com/ProjectOpenSea/seaport',
        'Seaport 1.5',
        '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
      ),
      ...addressesAt(
        'https://github.com/ProjectOpenSea/seaport',
        'Seaport 1.1',
        '0x00000000006c3852cbef3e08e8df289169ede581',
      ),
      ...onEtherscan('Wyvern exchange of version 1', '0x7be8076f4ea4a4ad08075c2508e481d6c946d12b'),
      ...onEtherscan('Wyvern exchange of version 2', '0x7f268357a8c2552623316e2562d90e642bb538e5'),
      ...onEtherscan('Conduit', '0x1e0049783f008a0085193e00003d00cd54003c71'),
    ],
  },
  {
    id: 'looksrare',
    name: 'LooksRare',
    type: 'marketplace',
    source: 'https://etherscan.io/address/0x59728544b08ab483533076417fbbb2fd0b17ce3a',
    url: 'https://looksrare.org',
    description: 'Marketplace for collectibles.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0x59728544b08ab483533076417fbbb2fd0b17ce3a',
        'Exchange',
        '0x59728544b08ab483533076417fbbb2fd0b17ce3a',
      ),
    ],
  },
];
