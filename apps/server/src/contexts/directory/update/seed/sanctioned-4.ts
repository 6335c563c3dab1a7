import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Services and groups on the list of OFAC, with the days of listing and delisting, part 4 of 4. */
export const sanctioned4: readonly SeedEntry[] = [
  {
    id: 'buy-cash-money-and-money-transfer-company',
    name: 'Buy Cash Money and Money Transfer Company',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20231018',
    aliases: ['Buy Cash'],
    countries: ['PS'],
    description: 'Money transfer business in Gaza.',
    ofac: {
      from: '2023-10-18',
      source: 'https://ofac.treasury.gov/recent-actions/20231018',
      programs: ['SDGT'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20231018',
        'Listed by OFAC',
        '19D1iGzDr7FyAdiy3ZZdxMd6ttHj1kj6WW',
      ),
    ],
  },
  {
    id: 'gaza-now',
    name: 'Gaza Now',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20240327',
    description: 'Media channel that raised money for Hamas, according to OFAC.',
    ofac: {
      from: '2024-03-27',
      source: 'https://ofac.treasury.gov/recent-actions/20240327',
      programs: ['SDGT'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20240327',
        'Listed by OFAC',
        `
        3Q8H2ZWMtc4R1M3mkmhnTjCoYKTeCFigDP 0x175d44451403edf28469df03a9280c1197adb92c
        0x21b8d56bda776bbe68655a16895afd96f5534fed 0xe950dc316b836e4eefb8308bf32bf7c72a1358ff`,
      ),
    ],
  },
  {
    id: 'ansarallah',
    name: 'Ansarallah',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20240216',
    aliases: ['Houthis'],
    countries: ['YE'],
    ofac: {
      from: '2024-02-16',
      source: 'https://ofac.treasury.gov/recent-actions/20240216',
      programs: ['FTO', 'SDGT'],
    },
  },
  {
    id: 'oko-design-bureau',
    name: 'OKO Design Bureau',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20240501',
    countries: ['RU'],
    description: 'Maker of drones.',
    ofac: {
      from: '2024-05-01',
      source: 'https://ofac.treasury.gov/recent-actions/20240501',
      programs: ['RUSSIA-EO14024'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20240501',
        'Listed by OFAC',
        '13fhnkmpBBWXUQucJd6efWvXdEj78DKavk 0x19f8f2b0915daa12a3f5c9cf01df9e24d53794f7',
      ),
    ],
  },
  {
    id: 'kb-vostok',
    name: 'KB Vostok',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20240823',
    aliases: ['Vostok Design Bureau'],
    countries: ['RU'],
    description: 'Maker of drones.',
    ofac: {
      from: '2024-08-23',
      source: 'https://ofac.treasury.gov/recent-actions/20240823',
      programs: ['RUSSIA-EO14024'],
    },
  },
  {
    id: 'zservers',
    name: 'Zservers',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20250211',
    countries: ['RU'],
    tags: ['hosting'],
    description: 'Hosting used by the ransomware LockBit, according to OFAC.',
    ofac: {
      from: '2025-02-11',
      source: 'https://ofac.treasury.gov/recent-actions/20250211',
      programs: ['CYBER3'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20250211',
        'Listed by OFAC',
        `
        1Gekw8ACSs37oXcc5XQHvoux3iKoVFtpF4 1M5N4sJ1NHb4fviLVZA5MZLKhLZqU4CPZz
        bc1q4yzd2rjmshm8ucrwy6dzj5rna20j0zlf8hf8vz`,
      ),
    ],
  },
  {
    id: 'aeza-group',
    name: 'Aeza Group',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20250701',
    countries: ['RU'],
    tags: ['hosting'],
    description: 'Hosting used for ransomware and darknet markets, according to OFAC.',
    ofac: {
      from: '2025-07-01',
      source: 'https://ofac.treasury.gov/recent-actions/20250701',
      programs: ['CAATSA - RUSSIA', 'CYBER4'],
    },
  },
  {
    id: 'media-land',
    name: 'Media Land',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20251119',
    countries: ['RU'],
    tags: ['hosting'],
    description: 'Hosting used for ransomware, according to OFAC.',
    ofac: {
      from: '2025-11-19',
      source: 'https://ofac.treasury.gov/recent-actions/20251119',
      programs: ['CAATSA - RUSSIA', 'CYBER4'],
    },
  },
  {
    id: 'funnull-technology',
    name: 'Funnull Technology',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20250529',
    aliases: ['Funnull', 'Fang Neng CDN'],
    countries: ['PH'],
    description: 'Infrastructure of sites for investment fraud, according to OFAC.',
    ofac: {
      from: '2025-05-29',
      source: 'https://ofac.treasury.gov/recent-actions/20250529',
      programs: ['CYBER3'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20250529',
        'Listed by OFAC',
        '0xd5ed34b52ac4ab84d8fa8a231a3218bbf01ed510',
      ),
    ],
  },
  {
    id: 'karen-national-army',
    name: 'Karen National Army',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20250505',
    countries: ['MM'],
    description: 'Militia that protects scam compounds, according to OFAC.',
    ofac: {
      from: '2025-05-05',
      source: 'https://ofac.treasury.gov/recent-actions/20250505',
      programs: ['BURMA-EO14014', 'TCO'],
    },
  },
  {
    id: 'prince-group',
    name: 'Prince Group',
    type: 'investment_scam',
    source: 'https://ofac.treasury.gov/recent-actions/20251014',
    aliases: ['Prince Holding Group'],
    countries: ['KH'],
    description: 'Listed as a criminal organization that runs scam compounds.',
    ofac: {
      from: '2025-10-14',
      source: 'https://ofac.treasury.gov/recent-actions/20251014',
      programs: ['TCO'],
    },
  },
  {
    id: 'jin-bei-group',
    name: 'Jin Bei Group',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20251014',
    countries: ['KH'],
    parent: 'prince-group',
    ofac: {
      from: '2025-10-14',
      source: 'https://ofac.treasury.gov/recent-actions/20251014',
      programs: ['TCO'],
    },
  },
  {
    id: 'warp-data-technology-lao',
    name: 'Warp Data Technology Lao',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20251014',
    countries: ['LA'],
    parent: 'prince-group',
    description: 'Mining of bitcoins in Laos.',
    ofac: {
      from: '2025-10-14',
      source: 'https://ofac.treasury.gov/recent-actions/20251014',
      programs: ['TCO'],
    },
  },
  {
    id: 'cheil-credit-bank',
    name: 'Cheil Credit Bank',
    type: 'sanctioned',
    source: 'https://ofac.treasury.gov/recent-actions/20170926',
    aliases: ['First Credit Bank'],
    countries: ['KP'],
    ofac: {
      from: '2017-09-26',
      source: 'https://ofac.treasury.gov/recent-actions/20170926',
      programs: ['DPRK4'],
    },
  },
];
