import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Families of ransomware with addresses that victims paid to, part 2 of 3. */
export const ransomware2: readonly SeedEntry[] = [
  {
    id: 'ctb-locker',
    name: 'CTB-Locker',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '1A6GJMhpPhCcM557o62scEtuVXNAFe74fa',
      ),
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        1E4jsfwFsKVaAVFNfrmGVgDY1HRU8qf7PV 1Hf2vPmYNxzFYWiaURs75h8JoyCczLXCG2
        1KoqtdoZG8Hz8ienYr8KBcdFP3vYwhZLGA 1MScgv8kvbVLwGbciuw44gvy23rocaNCc8`,
      ),
    ],
  },
  {
    id: 'cryptowall',
    name: 'CryptoWall',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt('https://ransomwhe.re/', 'Ransom payments', '1G6tQeWrwp6TU1qunLjdNmLTPQu7PnsMYd'),
    ],
  },
  {
    id: 'qlocker',
    name: 'Qlocker',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        34vbPQLgGZwKG2FikitGU6QR7K25aB6Shh 37m57HiP5rPceopgEWF9sM58CkzaDFYtaU
        3DhE1iZ5Ui6HALVKuuYXW52ArZPVJjUgJA 3EPBKN3bcax81U3MdKYUhMC1fzFEFGPC6E
        3EWRngsRDhCxMHtKxeK6k9kX3pyWZSA2YB 3Ekwztte7oWR1odC1eKeL2Va4cpBuGXPgU
        3EvCKQ38y8ePUwM4w49XWVtAK7KhYbmeMH 3FXVLv8TmcHNmnfwLfc5g7f2a32xp3XugW
        3FvLioiqF2TrQgZ9zRMdd7QUfc2hTjKZfL 3G6fbWX6At9uRzKf6kwS6R6pn5EQ8UsxKY
        3GfAJxhUen3oqb4sDDnPmXyhs5mDboHbyG 3Gwz3yVmrGr5AqmUrAS8H2QQaPz2v9Rhpx
        3JRdPjB8U3nfDqQHzTqw9yYra49Gsd8Rar 3JtUAz4aKUrjcBK47ocdv52tTJkriat1nx
        3KmK5z4CAvn3aL4Q8F2gWbhuPRy9ZmEurN`,
      ),
    ],
  },
  {
    id: 'dma-locker',
    name: 'DMA Locker',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        `
        1382JAg5xbQv7QNwq1svDeyw6ELtNCmujG 13UPaXjNhgTZ93MZqnr3roMNM8mCwLHDcK
        17C41iFaMBrUPyZZvexainuVuZi3cM15Vj 1Ba6gcNWhAxaUrw8KExZUR7sm1XDdJUn2a
        1DtyvLb1pDzXVoaVnJLAFzBJN6b4gcJSdR 1E34BRTrVrWoENaqV8kxiRYzjjc7xsTFzE
        1G7fTH4E1brom3ojU4JjUvKintWY8hezri 1HN1r24sZ79yTS6pAczzyCssCtL8UsaqL6
        1KZ1zZ1gQxHi5jrmXUkXiVXhgrqWdVRDqs 1LvjTxjFnjomvvMK8CGx1qZ1zpLJFUFRmq`,
      ),
    ],
  },
  {
    id: 'globe',
    name: 'Globe',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        `
        18UbYDCEpyhWwXgkYrJtxRyL1A4R7Cv7G4 18prjukrWtNRdKXtZLwL7bUgk6J5kkVWMH
        1DMBSsLZr7hh3LQhzFjX15xPzSz4aXa5ZT 1DWNbQW5HvXde4tU4ZdFQmc8Gp7paMpvNu
        1EDG61uWUrsHQYUrBJABHHDCXv2MLJWiWs 1EQiMGLApzDdPYLWoDMyUo27q5ashMXdQ
        1Lc7xTpPQaH8sWcZ1JpqR3daewdhPDzDdK 1MBwkTssJkqRvXmAFcSEZ3xTD39A9rkyYA`,
      ),
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        17KAXqEFAictNnzWVPfQ4oGZGdJ8s1TwET 18XXV3h9zzzJ1R4v6DiGmfgcooG1Vk9B1m
        19oLXZPUirBimZQ3jLviDMRzF9NAZDjG8K 1AM7Pmsdq5dViz9xkvpAQuCcFfdXz8eUza
        1Gn2XUUPpNA2UosDo2erhPHPNnx9r3oD9f 1KCGP2CLEhBxxfHtNE4dE4SZduxmjRuUR7`,
      ),
    ],
  },
  {
    id: 'globeimposter',
    name: 'GlobeImposter',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '1GvgRRnLpUP7KsLZLE23ridD45MUxHoAJ4',
      ),
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        '1EQ13omDCKRieCGvRoD62UkC9T2ZvZSFvM 1Gshnt9Pndzn7xzP2pvMjsy6pNxbdEEHPp',
      ),
    ],
  },
  {
    id: 'jigsaw',
    name: 'Jigsaw',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/Jigsaw_(ransomware)',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        `
        12YHmaLEAbWx3o3p6BvegG9WH47EYs8t1V 15fbyNgDnqYQR5vSHJ8PTAEJbKy4dwNBCZ
        18sn8Q5L1T3LbZuvz5hqHu2aFXgU5T9fu4 18zvwScQrbRH4Uh3C2zSzTmciMe7HYjvX
        1L9GdBW65Rt6e8UY69bnWNWomsppFFFR2X`,
      ),
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        18Rvo1q63i7tmwBxaBXZ7iQtFRdHiNiJFF 1Cf55htjGATCj3U97EfwjLc39YG36anMuj
        1FLjcTFpz9MhwLdZ4xm9onpAnUGfRbGdXg 1FNiZfWYQPEcZFL8i5bwvMC75RuB78LwaB
        1LGxbfoqmrtdzvKQL2FTWBTMbTEQLR3jJ1 1MkafmzCi2DYJyXb1hqtUJntkPg2sAyz3H
        1P67AghL2mNLbgxLM19oJYXgsJxyLfcYiz`,
      ),
    ],
  },
  {
    id: 'cryptconsole',
    name: 'CryptConsole',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        `
        14h5cEcF6ajw6RD9h8f97GGnpaqVJKn1Ty 1GfxDzSzyBzRNiP5zXqaa32qybify4G7ro
        1KG8rWYWRYHfvjVe8ddEyJNCg6HxVWYSQm 1LK6iedToCUuDwTDXBQK724hhg2Sabo7ba
        1LmSuGJwxBBRL9t5RMZVCeTbvsGnxMwcaf 1M4CkSF12u9twHSwzHUAAknr1YsnmnY8Zm`,
      ),
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        18kBvWUsWQdP6TtH1wLw5MWm3NKgMVwWqf 1GSB5sJFASF9X7w4sS7Xr8rTZE4ToZP2Bq
        1GXLDTdWTBGNdeQaKLKoVZRuwiXhmgUe3M 1PLZtR66AHmUuNYgjr3tVULwyzQkBBQNC9`,
      ),
    ],
  },
  {
    id: 'xlocker',
    name: 'XLocker',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        `
        1EEHF6uucK2UNtbwxTyAzZ74wNudApYWQm 1KTt5AUL58hYmkAR5zkuUR6vu5KKDi3QBx
        1L2utMwJjCCYr8FHzVpvvvatLP2SHEGjry`,
      ),
    ],
  },
  {
    id: 'noobcrypt',
    name: 'NoobCrypt',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '1JrYNuMaE4VXKrod2gA9keBo6nzPvtaoZ6',
      ),
      ...addressesAt('https://ransomwhe.re/', 'Ransom payments', '1MCLTT5qAqpabSSuKnYecRt1ZQyF6aaQFe'),
    ],
  },
  {
    id: 'venuslocker',
    name: 'VenusLocker',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '16jvWspVfvhjRgJhGCDETf29cjQAyNmx9G 1Dj9YnMiciNgaKuyzKynygu7nB21tvV6QD',
      ),
    ],
  },
  {
    id: 'medusalocker',
    name: 'MedusaLocker',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        1BkmiGWPLum8MzusqZsq6Tn7v4oUjqPLjC 1HEDP3c3zPwiqUaYuWZ8gBFdAQQSa6sMGw
        1PormUgPR72yv2FRKSVY27U4ekWMKobWjg`,
      ),
    ],
  },
  {
    id: 'blackmatter',
    name: 'BlackMatter',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        'bc1q2855268hg3lm34qwk5jvnnjm762ef8rkdvyjez',
      ),
    ],
  },
  {
    id: 'avoslocker',
    name: 'AvosLocker',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt('https://ransomwhe.re/', 'Ransom payments', '136E7fWV1i6aZG3idMzQuhJiKqJj2oQ15M'),
    ],
  },
];
