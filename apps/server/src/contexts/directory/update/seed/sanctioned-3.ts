import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Services and groups on the list of OFAC, with the days of listing and delisting, part 3 of 4. */
export const sanctioned3: readonly SeedEntry[] = [
  {
    id: 'old-vector',
    name: 'Old Vector',
    type: 'token_issuer',
    source: 'https://ofac.treasury.gov/recent-actions/20250814',
    countries: ['KG'],
    description: 'Issuer of the rouble stablecoin A7A5.',
    ofac: {
      from: '2025-08-14',
      source: 'https://ofac.treasury.gov/recent-actions/20250814',
      programs: ['CYBER4'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20250814',
        'Listed by OFAC',
        '0x12de548f79a50d2bd05481c8515c1ef5183666a9',
      ),
    ],
  },
  {
    id: 'indefi-smartbank',
    name: 'InDeFi SmartBank',
    type: 'organization',
    source: 'https://ofac.treasury.gov/recent-actions/20250814',
    countries: ['RU'],
    ofac: {
      from: '2025-08-14',
      source: 'https://ofac.treasury.gov/recent-actions/20250814',
      programs: ['CYBER4'],
    },
  },
  {
    id: 'exved',
    name: 'Exved',
    type: 'payment_processor',
    source: 'https://ofac.treasury.gov/recent-actions/20250814',
    countries: ['RU'],
    description: 'Russian platform for payments of importers and exporters.',
    ofac: {
      from: '2025-08-14',
      source: 'https://ofac.treasury.gov/recent-actions/20250814',
      programs: ['CYBER4'],
    },
  },
  {
    id: 'tgr-partners',
    name: 'TGR Partners',
    type: 'organization',
    source: 'https://ofac.treasury.gov/recent-actions/20241204',
    description: 'Part of the TGR group, a network that moves money for others.',
    ofac: {
      from: '2024-12-04',
      source: 'https://ofac.treasury.gov/recent-actions/20241204',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'lazarus-group',
    name: 'Lazarus Group',
    type: 'hacker',
    source: 'https://ofac.treasury.gov/recent-actions/20190913',
    aliases: ['Hidden Cobra', 'APT38', 'Guardians of Peace'],
    countries: ['KP'],
    description: 'Group of hackers that governments attribute to North Korea.',
    ofac: {
      from: '2019-09-13',
      source: 'https://ofac.treasury.gov/recent-actions/20190913',
      programs: ['DPRK3'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20190913',
        'Listed by OFAC',
        `
        0x08723392ed15743cc38513c4925f5e6be5c17243 0x098b716b8aaf21512996dc57eb0615e2383e2f96
        0x35fb6f6db4fb05e6a4ce86f2c93691425626d4b1 0x3cffd56b47b7b41c56258d9c7731abadc360e073
        0x3e37627deaa754090fbfbb8bd226c1ce66d255e9 0x53b6936513e738f44fb50d2b9476730c0ab3bfc1
        0xa0e1c89ef1a489c9c7de96311ed5ce5d32c20e4b 0xf7b31119c2682c88d88d455dbb9d5932c65cf1be`,
      ),
    ],
  },
  {
    id: 'bluenoroff',
    name: 'Bluenoroff',
    type: 'hacker',
    source: 'https://ofac.treasury.gov/recent-actions/20190913',
    countries: ['KP'],
    parent: 'lazarus-group',
    description: 'Part of the Lazarus Group, according to OFAC.',
    ofac: {
      from: '2019-09-13',
      source: 'https://ofac.treasury.gov/recent-actions/20190913',
      programs: ['DPRK3'],
    },
  },
  {
    id: 'andariel',
    name: 'Andariel',
    type: 'hacker',
    source: 'https://ofac.treasury.gov/recent-actions/20190913',
    countries: ['KP'],
    parent: 'lazarus-group',
    description: 'Part of the Lazarus Group, according to OFAC.',
    ofac: {
      from: '2019-09-13',
      source: 'https://ofac.treasury.gov/recent-actions/20190913',
      programs: ['DPRK3'],
    },
  },
  {
    id: 'evil-corp',
    name: 'Evil Corp',
    type: 'hacker',
    source: 'https://ofac.treasury.gov/recent-actions/20191205',
    countries: ['RU'],
    description: 'Group behind the malware Dridex.',
    ofac: {
      from: '2019-12-05',
      source: 'https://ofac.treasury.gov/recent-actions/20191205',
      programs: ['CYBER2'],
    },
  },
  {
    id: 'secondeye-solution',
    name: 'Secondeye Solution',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20210415',
    aliases: ['Forwarderz'],
    countries: ['PK'],
    description: 'Seller of forged documents.',
    ofac: {
      from: '2021-04-15',
      source: 'https://ofac.treasury.gov/recent-actions/20210415',
      programs: ['CYBER2', 'ELECTION-EO13848'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20210415',
        'Listed by OFAC',
        `
        16PhXY3hNNMTo8kpuJx2emh713KbWpkqci 182NGZbPJXwg2WDrhrPpR7tpiGQkNPF844
        18Ke1QWE9nQfXuhJijHggZuPJ5ZYxapoBK 19D8PHBjZH29uS1uPZ4m3sVyqqfF8UFG9o
        1DtGgdCi9VPKz2Bpq8GQhUQEPnQ5HwaT9n 1EYitrwBYNWuTBcjZFbEUdqHppe2raLpaF
        1G9CKRHA3mx22DoT1QyNYrh85VSQ19Y1em 1GqChmWqGtsaLrGbHfgdrV5Nkvahtjjuxr
        1NE2NiGhhbkFPSEyNWwj7hKGhGDedBtSrQ 1NayLEVF3bEEbDtdF2Cwso1VdEtvVNh2qX
        1QJUiNsNfji6mR1FjAwf6Eg9NxxHPoxpWL 0x1da5821544e25c636c1417ba96ade4cf6d2f9b5a
        0x72a5843cc08275c8171e582972aa4fda8c397b2a 0x7db418b5d567a4e0e8c59ad71be1fce48f3e6107
        0x7f19720a857f834887fc9a7bc0a0fbe7fc7f8102`,
      ),
    ],
  },
  {
    id: 'southfront',
    name: 'SouthFront',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20210415',
    countries: ['RU'],
    description: 'Site for disinformation, according to OFAC.',
    ofac: {
      from: '2021-04-15',
      source: 'https://ofac.treasury.gov/recent-actions/20210415',
      programs: ['CYBER2', 'ELECTION-EO13848', 'NPWMD'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20210415',
        'Listed by OFAC',
        `
        3Gbs4rjcVUtQd8p3CiFUCxPLZwRqurezRZ bc1qv7k70u2zynvem59u88ctdlaw7hc735d8xep9rq
        bc1qw4cxpe6sxa5dg6sdwxjph959cw6yztrzl4r54s 0x3cbded43efdaf0fc77b9c55f6fc9988fcc9b757d
        0x9f4cda013e354b8fc285bf4b9a60460cee7f7ea9`,
      ),
    ],
  },
  {
    id: 'afric',
    name: 'Association for Free Research and International Cooperation',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20210415',
    aliases: ['AFRIC'],
    countries: ['RU'],
    ofac: {
      from: '2021-04-15',
      source: 'https://ofac.treasury.gov/recent-actions/20210415',
      programs: ['CYBER2', 'ELECTION-EO13848', 'UKRAINE-EO13661'],
    },
  },
  {
    id: 'task-force-rusich',
    name: 'Task Force Rusich',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20220915',
    aliases: ['Rusich'],
    countries: ['RU'],
    description: 'Paramilitary group.',
    ofac: {
      from: '2022-09-15',
      source: 'https://ofac.treasury.gov/recent-actions/20220915',
      programs: ['RUSSIA-EO14024'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20220915',
        'Listed by OFAC',
        `
        bc1q2lpgjntr348pfvxhfy33ehmdzy3gmx8w4052z6 bc1ql7dlyh8xz6tpqk92vztrhqh88dmjvcwrmsemrm
        0x3ad9db589d201a710ed237c829c7860ba86510fc 0xc2a3829f459b3edd87791c74cd45402ba0a20be3`,
      ),
    ],
  },
  {
    id: 'hebei-atun-trading',
    name: 'Hebei Atun Trading',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20211215',
    countries: ['CN'],
    description: 'Seller of precursors of drugs, according to OFAC.',
    ofac: {
      from: '2021-12-15',
      source: 'https://ofac.treasury.gov/recent-actions/20211215',
      programs: ['ILLICIT-DRUGS-EO14059'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20211215',
        'Listed by OFAC',
        '1JPfVv5cWRLx1js9NWxg46dG2CGbeRz4th',
      ),
    ],
  },
  {
    id: 'valerian-labs',
    name: 'Valerian Labs',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20231003',
    description: 'Seller of precursors of drugs, according to OFAC.',
    ofac: {
      from: '2023-10-03',
      source: 'https://ofac.treasury.gov/recent-actions/20231003',
      programs: ['ILLICIT-DRUGS-EO14059'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20231003',
        'Listed by OFAC',
        'bc1qardcxz845jw83vgfvcmewhuxa0ag9gchjwmcfd 0x983a81ca6fb1e441266d2fbcb7d8e530ac2e05a2',
      ),
    ],
  },
];
