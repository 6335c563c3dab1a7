import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Services and groups on the list of OFAC, with the days of listing and delisting, part 2 of 4. */
export const sanctioned2: readonly SeedEntry[] = [
  {
    id: 'garantex',
    name: 'Garantex',
    type: 'exchange',
    source: 'https://ofac.treasury.gov/recent-actions/20220405',
    url: 'https://garantex.org',
    aliases: ['Garantex Europe OÜ'],
    countries: ['RU', 'EE'],
    description: 'Exchange in Moscow, registered in Estonia.',
    dead: true,
    ofac: {
      from: '2022-04-05',
      source: 'https://ofac.treasury.gov/recent-actions/20220405',
      programs: ['CYBER4', 'RUSSIA-EO14024'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20220405',
        'Listed by OFAC',
        `
        3E6ZCKRrsdPc35chA9Eftp1h3DLW18NFNV 3Lpoy53K625zVeE47ZasiG5jGkAxJ27kh1
        0x57ec89a0c056163a0314e413320f9b3abe761259 0x7ced75026204ac29c34bea98905d4c949f27361e
        0x7ff9cfad3877f21d41da833e2f775db0569ee3d9 0x8dce2aac0de82bdcaf6b4373b79f94331b8e4995
        0xb338962b92cd818d6aef0a32a9ecd01212a71f33 0xd8500c631dc32fa18645b7436344a99e4825e10e
        0xf4377eda661e04b6dda78969796ed31658d602d4`,
      ),
    ],
  },
  {
    id: 'grinex',
    name: 'Grinex',
    type: 'exchange',
    source: 'https://ofac.treasury.gov/recent-actions/20250814',
    url: 'https://grinex.io',
    description: 'Successor of Garantex, according to OFAC.',
    ofac: {
      from: '2025-08-14',
      source: 'https://ofac.treasury.gov/recent-actions/20250814',
      programs: ['CYBER4'],
    },
  },
  {
    id: 'suex',
    name: 'SUEX',
    type: 'exchange',
    source: 'https://ofac.treasury.gov/recent-actions/20210921',
    aliases: ['SUEX OTC, s.r.o.'],
    countries: ['CZ', 'RU'],
    description: 'Broker over the counter; the first of its kind on the list.',
    dead: true,
    ofac: {
      from: '2021-09-21',
      source: 'https://ofac.treasury.gov/recent-actions/20210921',
      programs: ['CYBER2'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20210921',
        'Listed by OFAC',
        `
        1295rkVyNfFpqZpXvKGhDqwhP1jZcNNDMV 12HQDsicffSBaYdJ6BhnE22sfjTESmmzKx
        13mnk8SvDGqsQTHbiGiHBXqtaQCUKfcsnP 16iWn2J1McqjToYLHSsAyS6En3QA8YQ91H
        1B64QRxfaa35MVkf7sDjuGUYAP5izQt7Qi 1CF46Rfbp97absrs7zb7dFfZS6qBXUm9EP
        1Df883c96LVauVsx9FEgnsourD8DELwCUQ 1ECeZBxCVJ8Wm2JSN3Cyc6rge2gnvD3W5K
        1Edue8XZCWNoDBNZgnQkCCivDyr9GEo4x6 1J9oGoAiHeRfeMZeUnJ9W7RpV55CdKtgYE
        1KUUJPkyDhamZXgpsyXqNGc3x1QPXtdhgz 1L4ncif9hh9TnUveqWq77HfWWt6CJWtrnb
        1LiNmTUPSJEd92ZgVJjAV3RT9BzUjvUCkx 1LrxsRd7zNuxPJcL5rttnoeJFy1y4AffYY
        bc1qdt3gml5z5n50y5hm04u2yjdphefkm0fl2zdj68 0x19aa5fe80d33a56d56c78e82ea5e50e5d80b4dff
        0x2f389ce8bd8ff92de3402ffce4691d17fc4f6535 0x308ed4b7b49797e1a98d3818bff6fe5385410370
        0xe7aa314c77f4233c18c6cc84384a9247c0cf367b`,
      ),
    ],
  },
  {
    id: 'chatex',
    name: 'Chatex',
    type: 'exchange',
    source: 'https://ofac.treasury.gov/recent-actions/20211108',
    url: 'https://chatex.com',
    description: 'Exchange in the messenger Telegram.',
    dead: true,
    ofac: {
      from: '2021-11-08',
      source: 'https://ofac.treasury.gov/recent-actions/20211108',
      programs: ['CYBER2'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20211108',
        'Listed by OFAC',
        `
        32VgTk8kGvBsqkHhkvtNooGdtqZm46jTVo 32wdqwX3zCEX3DhAVEcKwXCEGdzgBnx1R9
        33xWfziVZesgo83U5izdNCBVTnrtBpSwK7 347QFbejDBdMZFTxpmn6evvvqyXiqZTCd7
        34kWCKF2wCbe6uinit2uL4ND6d8yxsuxKM 36YGN5dGzqrxMomTHdkT6cYVMnWBw8S7hD
        39KQvziHwUe2vddbpfC5WkQEV72qbQhxuh 3E7YbpXuhh3CWFks1jmvWoV8y5DvsfzE6n
        3H3rh85qPaGLy2w6618yZNaH7i8asHv46B 3K7PMJyMNVnxqsfpmK9r9nJDtzDw9wNwNV
        3LtcaPbCj87CwJHnRX3vh7c2y9RZQqeSy8 3M7CGBPUJwXXSroWuZ6H5jiprdKCyf7V5M
        3MTrJTFhYK9v1C6pjHtuweZSopfZa4b1wb 3MzLtBQ4Lz9J6w4Qu55TktgxFKZwxYWrP6
        3N9YcPBDky9UsMx1RTk33tL4jDkZfSnsPk 3NPognMSbzyA2JYW2fpkVKWyBMi2XTq2Zt
        3NRJ8aXdUiZdHaiFX9ePX3DhGHzcEi14Fq 3Qw9Fn19gCnga9LfHfpM99aGzuqxBNjR2i
        bc1q4rzdtlt0uslyw86cp29sctl6ct29g9a95cuup7pn5md9ddj7xgmqpp5m73
        bc1q86tl9255vg5wldamfymaaz36uqxzm30gs7fhkljvzdlt9t38s3lqgdwdfq
        bc1q90zrdysy4flyacw7hsury3ajs9yzwtwp6guqpypx94w0d3p58hysvz6pde
        bc1qe95l438kzjcvnsm3kn8n5augf9gpctdlhsq7f7hpnkyvlr7rc7cqupapf7
        bc1qw7vfgv3r5vnehafl0y95sclg3uqsj87wxs9ad628yjjcq33cwessr6ndyw
        0x48549a34ae37b12f6a30566245176994e17c6b4a 0x5512d943ed1f7c8a43f3435c85f7ab68b30121b0
        0x67d40ee1a85bf4a4bb7ffae16de985e8427b6b45 0x6f1ca141a28907f78ebaa64fb83a9088b02a8352
        0xc455f7fd3e0e12afd51fba5c106909934d8a0e4a`,
      ),
    ],
  },
  {
    id: 'cryptex',
    name: 'Cryptex',
    type: 'exchange',
    source: 'https://ofac.treasury.gov/recent-actions/20240926',
    aliases: ['International Payment Service Provider LLC'],
    tags: ['seized'],
    description: 'Exchange for Russian-speaking customers, seized in September 2024.',
    dead: true,
    ofac: {
      from: '2024-09-26',
      source: 'https://ofac.treasury.gov/recent-actions/20240926',
      programs: ['CYBER2', 'RUSSIA-EO14024'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20240926',
        'Listed by OFAC',
        '13JtX4h7G5ZuNK5mFudKGq9DHLvvMFuNuz 0x0931ca4d13bb4ba75d9b7132ab690265d749a5e7',
      ),
    ],
  },
  {
    id: 'bitpapa',
    name: 'Bitpapa',
    type: 'exchange',
    source: 'https://ofac.treasury.gov/recent-actions/20240325',
    url: 'https://bitpapa.com',
    aliases: ['Bitpapa IC FZC LLC'],
    countries: ['AE'],
    description: 'Marketplace for trade between persons.',
    ofac: {
      from: '2024-03-25',
      source: 'https://ofac.treasury.gov/recent-actions/20240325',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'netex24',
    name: 'NetEx24',
    type: 'exchange',
    source: 'https://ofac.treasury.gov/recent-actions/20240325',
    url: 'https://netex24.net',
    aliases: ['Netexchange'],
    countries: ['RU'],
    ofac: {
      from: '2024-03-25',
      source: 'https://ofac.treasury.gov/recent-actions/20240325',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'awex',
    name: 'AWEX',
    type: 'exchange',
    source: 'https://ofac.treasury.gov/recent-actions/20240325',
    aliases: ['Crypto Explorer DMCC'],
    description: 'Exchange in Moscow and Dubai.',
    ofac: {
      from: '2024-03-25',
      source: 'https://ofac.treasury.gov/recent-actions/20240325',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'b-crypto',
    name: 'B-Crypto',
    type: 'organization',
    source: 'https://ofac.treasury.gov/recent-actions/20240325',
    countries: ['RU'],
    ofac: {
      from: '2024-03-25',
      source: 'https://ofac.treasury.gov/recent-actions/20240325',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'masterchain',
    name: 'Masterchain',
    type: 'organization',
    source: 'https://ofac.treasury.gov/recent-actions/20240325',
    countries: ['RU'],
    description: 'Russian financial network on a blockchain.',
    ofac: {
      from: '2024-03-25',
      source: 'https://ofac.treasury.gov/recent-actions/20240325',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'laitkhaus',
    name: 'Lighthouse',
    type: 'organization',
    source: 'https://ofac.treasury.gov/recent-actions/20240325',
    aliases: ['Laitkhaus'],
    countries: ['RU'],
    description: 'Russian platform for digital financial assets.',
    ofac: {
      from: '2024-03-25',
      source: 'https://ofac.treasury.gov/recent-actions/20240325',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'atomyze-russia',
    name: 'Atomyze Russia',
    type: 'token_issuer',
    source: 'https://ofac.treasury.gov/recent-actions/20240325',
    countries: ['RU'],
    description: 'Russian platform for digital financial assets.',
    ofac: {
      from: '2024-03-25',
      source: 'https://ofac.treasury.gov/recent-actions/20240325',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'web3-tech',
    name: 'Web3 Tech',
    type: 'organization',
    source: 'https://ofac.treasury.gov/recent-actions/20240325',
    aliases: ['Veb3 Tekhnologii'],
    countries: ['RU'],
    ofac: {
      from: '2024-03-25',
      source: 'https://ofac.treasury.gov/recent-actions/20240325',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'a7-llc',
    name: 'A7',
    type: 'payment_processor',
    source: 'https://ofac.treasury.gov/recent-actions/20250814',
    aliases: ['A7 LLC'],
    countries: ['RU'],
    description: 'Russian company for payments across borders, tied to the stablecoin A7A5.',
    ofac: {
      from: '2025-08-14',
      source: 'https://ofac.treasury.gov/recent-actions/20250814',
      programs: ['CYBER4'],
    },
  },
];
