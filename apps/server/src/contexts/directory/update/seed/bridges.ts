import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Bridges between blockchains. */
export const bridges: readonly SeedEntry[] = [
  {
    id: 'arbitrum-bridge',
    name: 'Arbitrum bridge',
    type: 'bridge',
    source: 'https://docs.arbitrum.io/build-decentralized-apps/reference/contract-addresses',
    url: 'https://bridge.arbitrum.io',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.arbitrum.io/build-decentralized-apps/reference/contract-addresses',
        'Delayed inbox of Arbitrum One',
        '0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f',
      ),
      ...addressesAt(
        'https://docs.arbitrum.io/build-decentralized-apps/reference/contract-addresses',
        'Bridge of Arbitrum One',
        '0x8315177ab297ba92a06054ce80a67ed4dbd7ed3a',
      ),
    ],
  },
  {
    id: 'op-mainnet-bridge',
    name: 'OP Mainnet bridge',
    type: 'bridge',
    source: 'https://docs.optimism.io',
    url: 'https://app.optimism.io/bridge',
    aliases: ['Optimism bridge'],
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.optimism.io',
        'Standard bridge',
        '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1',
      ),
    ],
  },
  {
    id: 'base-bridge',
    name: 'Base bridge',
    type: 'bridge',
    source: 'https://docs.base.org',
    url: 'https://www.base.org',
    parent: 'coinbase',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.base.org',
        'Standard bridge',
        '0x3154cf16ccdb4c6d922629664174b904d80f2c35',
      ),
      ...addressesAt('https://docs.base.org', 'Portal', '0x49048044d57e1c92a77f79988d21fa8faf74e97e'),
    ],
  },
  {
    id: 'polygon-pos-bridge',
    name: 'Polygon PoS bridge',
    type: 'bridge',
    source: 'https://docs.polygon.technology',
    url: 'https://portal.polygon.technology',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://docs.polygon.technology',
        'Tokens in the bridge',
        '0x40ec5b33f54e0e8a33a975908c5ba1c14e5bbbdf',
      ),
      ...addressesAt(
        'https://docs.polygon.technology',
        'Chain manager',
        '0xa0c68c638235ee32657e8f720a23cec1bfc77c77',
      ),
      ...addressesAt(
        'https://docs.polygon.technology',
        'Ether in the bridge',
        '0x8484ef722627bf18ca5ae6bcf031c23e6e922b30',
      ),
    ],
  },
  {
    id: 'wormhole',
    name: 'Wormhole',
    type: 'bridge',
    source: 'https://wormhole.com/docs/',
    url: 'https://wormhole.com',
    aliases: ['Portal Bridge'],
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://wormhole.com/docs/',
        'Token bridge',
        '0x3ee18b2214aff97000d974cf647e7c347e8fa585',
      ),
      ...addressesAt(
        'https://wormhole.com/docs/',
        'Core bridge',
        '0x98f3c9e6e3face36baad05fe09d375ef1464288b',
      ),
    ],
  },
  {
    id: 'across',
    name: 'Across',
    type: 'bridge',
    source: 'https://docs.across.to',
    url: 'https://across.to',
    centralized: false,
    addresses: [
      ...addressesAt('https://docs.across.to', 'Spoke pool', '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5'),
    ],
  },
  {
    id: 'ronin-bridge',
    name: 'Ronin bridge',
    type: 'bridge',
    source: 'https://etherscan.io/address/0x64192819ac13ef72bf6b5ae239ac672b43a9af08',
    url: 'https://app.roninchain.com/bridge',
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0x64192819ac13ef72bf6b5ae239ac672b43a9af08',
        'Bridge of version 2',
        '0x64192819ac13ef72bf6b5ae239ac672b43a9af08',
      ),
      ...addressesAt(
        'https://etherscan.io/address/0x64192819ac13ef72bf6b5ae239ac672b43a9af08',
        'Bridge robbed in March 2022',
        '0x1a2a1c938ce3ec39b6d47113c7955baa9dd454f2',
      ),
    ],
  },
  {
    id: 'ren-protocol',
    name: 'Ren',
    type: 'bridge',
    source: 'https://arxiv.org/abs/2111.11933',
    dead: true,
    centralized: false,
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'renBTC',
        '0xeb4c2781e4eba804ce9a9803c67d0893436bb27d',
      ),
      ...addressesAt(
        'https://arxiv.org/abs/2111.11933',
        'Gateway for bitcoins',
        '0xe4b679400f0f267212d5d812b95f58c83243ee71',
      ),
    ],
  },
  {
    id: 'layerzero',
    name: 'LayerZero',
    type: 'bridge',
    source: 'https://docs.layerzero.network',
    url: 'https://layerzero.network',
    centralized: false,
  },
  {
    id: 'stargate',
    name: 'Stargate',
    type: 'bridge',
    source: 'https://docs.stargate.finance',
    url: 'https://stargate.finance',
    centralized: false,
  },
  {
    id: 'multichain',
    name: 'Multichain',
    type: 'bridge',
    source: 'https://github.com/anyswap',
    aliases: ['Anyswap'],
    dead: true,
    centralized: false,
  },
  {
    id: 'synapse',
    name: 'Synapse',
    type: 'bridge',
    source: 'https://docs.synapseprotocol.com',
    url: 'https://synapseprotocol.com',
    centralized: false,
  },
  {
    id: 'poly-network',
    name: 'Poly Network',
    type: 'bridge',
    source: 'https://en.wikipedia.org/wiki/Poly_Network_exploit',
    url: 'https://poly.network',
    centralized: false,
  },
];
