import { addressesAt, onEtherscan } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Contracts of decentralized finance and marketplaces, part 1 of 4. */
export const defi1: readonly SeedEntry[] = [
  {
    id: 'uniswap',
    name: 'Uniswap',
    type: 'decentralized_exchange',
    source: 'https://docs.uniswap.org/contracts/v3/reference/deployments/ethereum-deployments',
    url: 'https://uniswap.org',
    ticker: 'UNI',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.uniswap.org/contracts/v3/reference/deployments/ethereum-deployments',
        'Factory of version 2',
        '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f',
      ),
      ...addressesAt(
        'https://docs.uniswap.org/contracts/v3/reference/deployments/ethereum-deployments',
        'Router of version 2',
        '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
      ),
      ...addressesAt(
        'https://docs.uniswap.org/contracts/v3/reference/deployments/ethereum-deployments',
        'Factory of version 3',
        '0x1f98431c8ad98523631ae4a59f267346ea31f984',
      ),
      ...addressesAt(
        'https://docs.uniswap.org/contracts/v3/reference/deployments/ethereum-deployments',
        'Router of version 3',
        '0xe592427a0aece92de3edee1f18e0157c05861564',
      ),
      ...addressesAt(
        'https://docs.uniswap.org/contracts/v3/reference/deployments/ethereum-deployments',
        'Positions of version 3',
        '0xc36442b4a4522e871399cd717abdd847ab11fe88',
      ),
      ...addressesAt(
        'https://docs.uniswap.org/contracts/v3/reference/deployments/ethereum-deployments',
        'Token UNI',
        '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
      ),
      ...addressesAt(
        'https://docs.uniswap.org/contracts/v3/reference/deployments/ethereum-deployments',
        'Timelock of the governance',
        '0x1a9c8182c09f50c8318d769245bea52c32be35bc',
      ),
    ],
  },
  {
    id: 'sushiswap',
    name: 'SushiSwap',
    type: 'decentralized_exchange',
    source: 'https://dev.sushi.com/docs/Developers/Deployment%20Addresses',
    url: 'https://www.sushi.com',
    ticker: 'SUSHI',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://dev.sushi.com/docs/Developers/Deployment%20Addresses',
        'Router of version 2',
        '0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f',
      ),
      ...addressesAt(
        'https://dev.sushi.com/docs/Developers/Deployment%20Addresses',
        'Factory of version 2',
        '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac',
      ),
      ...addressesAt(
        'https://dev.sushi.com/docs/Developers/Deployment%20Addresses',
        'Token SUSHI',
        '0x6b3595068778dd592e39a122f4f5a5cf09c90fe2',
      ),
      ...addressesAt(
        'https://dev.sushi.com/docs/Developers/Deployment%20Addresses',
        'BentoBox',
        '0xf5bce5077908a1b7370b9ae04adc565ebd643966',
      ),
      ...addressesAt(
        'https://dev.sushi.com/docs/Developers/Deployment%20Addresses',
        'SushiMaker',
        '0x5ad6211cd3fde39a9cecb5df6f380b8263d1e277',
      ),
    ],
  },
  {
    id: '1inch',
    name: '1inch',
    type: 'decentralized_exchange',
    source: 'https://docs.1inch.io',
    url: 'https://1inch.io',
    ticker: '1INCH',
    description: 'Searches the best rate over many exchanges.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.1inch.io',
        'Router of version 4',
        '0x1111111254fb6c44bac0bed2854e76f90643097d',
      ),
      ...addressesAt(
        'https://docs.1inch.io',
        'Router of version 5',
        '0x1111111254eeb25477b68fb85ed929f73a960582',
      ),
      ...addressesAt(
        'https://docs.1inch.io',
        'Limit orders of version 3',
        '0x119c71d3bbac22029622cbaec24854d3d32d2828',
      ),
      ...onEtherscan('Router of version 6', '0x111111125421ca6dc452d289314280a0f8842a65'),
    ],
  },
  {
    id: '0x-protocol',
    name: '0x',
    type: 'decentralized_exchange',
    source: 'https://arxiv.org/abs/2111.11933',
    url: 'https://0x.org',
    ticker: 'ZRX',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'Exchange proxy of version 4',
        '0xdef1c0ded9bec7f1a1670819833240f027b25eff',
      ),
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'Exchange of version 2',
        '0x080bf510fcbf18b91105470639e9561022937712',
      ),
    ],
  },
  {
    id: 'curve',
    name: 'Curve',
    type: 'decentralized_exchange',
    source: 'https://curve.readthedocs.io/ref-addresses.html',
    url: 'https://curve.finance',
    aliases: ['Curve Finance'],
    ticker: 'CRV',
    description: 'Exchange for assets of like value.',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://curve.readthedocs.io/ref-addresses.html',
        '3pool',
        '0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7',
      ),
      ...addressesAt(
        'https://curve.readthedocs.io/ref-addresses.html',
        'sUSD pool',
        '0xa5407eae9ba41422680e2e00537571bcc53efbfd',
      ),
      ...addressesAt(
        'https://curve.readthedocs.io/ref-addresses.html',
        'Token CRV',
        '0xd533a949740bb3306d119cc777fa900ba034cd52',
      ),
      ...addressesAt(
        'https://curve.readthedocs.io/ref-addresses.html',
        'Factory of metapools',
        '0xb9fc157394af804a3578134a6585c0dc9cc990d4',
      ),
    ],
  },
  {
    id: 'balancer',
    name: 'Balancer',
    type: 'decentralized_exchange',
    source: 'https://docs-v2.balancer.fi/reference/contracts/deployment-addresses/mainnet.html',
    url: 'https://balancer.fi',
    ticker: 'BAL',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs-v2.balancer.fi/reference/contracts/deployment-addresses/mainnet.html',
        'Vault of version 2',
        '0xba12222222228d8ba445958a75a0704d566bf2c8',
      ),
    ],
  },
  {
    id: 'dydx',
    name: 'dYdX',
    type: 'decentralized_exchange',
    source: 'https://arxiv.org/abs/2111.11933',
    url: 'https://dydx.exchange',
    ticker: 'DYDX',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'Solo margin',
        '0x1e0447b19bb6ecfdae1e4ae1694b0c3659614e4e',
      ),
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'Proxy of solo margin',
        '0xa8b39829ce2246f89b31c013b8cde15506fb9a76',
      ),
    ],
  },
  {
    id: 'bancor',
    name: 'Bancor',
    type: 'decentralized_exchange',
    source: 'https://www.bancor.network',
    url: 'https://www.bancor.network',
    ticker: 'BNT',
    centralized: false,
  },
];
