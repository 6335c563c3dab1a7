import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Families of ransomware with addresses that victims paid to, part 3 of 3. */
export const ransomware3: readonly SeedEntry[] = [
  {
    id: 'ragnar-locker',
    name: 'Ragnar Locker',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt('https://ransomwhe.re/', 'Ransom payments', '13nmJ3SsNB5pSyQrmX3e6zveY9kHGw8Vs3'),
    ],
  },
  {
    id: 'doppelpaymer',
    name: 'DoppelPaymer',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    aliases: ['BitPaymer'],
    addresses: [
      ...addressesAt('https://ransomwhe.re/', 'Ransom payments', '17rJmFiKyYbNZmt9xiz8yTScX1QvWpt7pz'),
    ],
  },
  {
    id: 'avaddon',
    name: 'Avaddon',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        'bc1q65f238kv6gc235smuzcehshxcqljn2g7l5sz7j',
      ),
    ],
  },
  {
    id: 'synack',
    name: 'SynAck',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt('https://ransomwhe.re/', 'Ransom payments', '15n6gV8QUBsy2yh7wqLppWG4Fw4gsUTNAj'),
    ],
  },
  {
    id: 'mountlocker',
    name: 'MountLocker',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt('https://ransomwhe.re/', 'Ransom payments', '1AGbpPF1o6WfJGoMnevDJQqTFo57x6HUEz'),
    ],
  },
  {
    id: 'suncrypt',
    name: 'SunCrypt',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        'bc1qpmknwh4pgvkyqq840fhx7fw36nrzu8gskx369v',
      ),
    ],
  },
  {
    id: 'phobos',
    name: 'Phobos',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt('https://ransomwhe.re/', 'Ransom payments', '3BEohgnpisVfJDhyA3XywGjLs2vqcEG2hm'),
    ],
  },
  {
    id: 'black-kingdom',
    name: 'Black Kingdom',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        '1Lf8ZzcEhhRiXpk6YNQFpCJcUisiXb34FT 3MdnThXfyPfjCVihXkbR3i15m4BFN3Rhi7',
      ),
    ],
  },
  {
    id: 'cryptxxx',
    name: 'CryptXXX',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '18e372GNwjGG5SYeHucuD1yLEWh7a6dWf1',
      ),
    ],
  },
  {
    id: 'chimera-ransomware',
    name: 'Chimera',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '1GaVKrVT17DN4dnWbTqGB9qG3rQrk1JBe9',
      ),
      ...addressesAt('https://ransomwhe.re/', 'Ransom payments', '1JHxr5sbXDoZuDsx624TmZ2MWyDdD9ag8K'),
    ],
  },
  {
    id: 'xorist',
    name: 'Xorist',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '1Jx89PqW8nUARMabarDc86Qc3NfsUgH6q3',
      ),
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        1B8G2L24xbn1sDbPurUNGMXwZWFgVXuYQv 1NJNG57hFPPcmSmFYbxKmL33uc5nLwYLCK
        3FQyoeHS3ECatjxf7ePo4qNMkwtn8qMLqD`,
      ),
    ],
  },
  {
    id: 'nemucod',
    name: 'Nemucod',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        12msFUcuvM4XJFMdnbGtTtf2q1g31JodGD 189HtAYguwV22oAnny9wm9UpG7xFu7To4Z
        1GfcsTZP2ayn5MxLL4nCSjnswNuJCnEui1`,
      ),
    ],
  },
];
