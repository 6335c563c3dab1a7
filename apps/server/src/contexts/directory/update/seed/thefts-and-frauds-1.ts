import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Thefts, frauds, seizures, part 1 of 3. */
export const theftsAndFrauds1: readonly SeedEntry[] = [
  {
    id: 'bitfinex-hack-2016',
    name: 'Bitfinex hack of 2016',
    type: 'hacker',
    source: 'https://en.wikipedia.org/wiki/2016_Bitfinex_hack',
    description: '119,754 bitcoins were stolen; one of two who pleaded guilty confessed to the theft.',
    addresses: [
      ...addressesAt(
        'https://gist.github.com/MrChrisJ/4a959a51a0d2be356cc2e89566fc1d87',
        'Received stolen bitcoins',
        `
        11XgsFNfg8k1AuEwEDy5YiBBXAvc8hhS2 126qENHoEuwfQTRA2ZPjSsPe3wk1kemzWe
        129vhqY8daYM2FuwhzgZ1jdu3476FoFt7b 12BJv7j6dn32VVNULn9ejTosumauACJzSg
        12ELAYhatdbqQmoQRbs9uunwGKGvcvCXZM 12GLE7MGrDuMr6WuhZp6USPz1wB8t6nhEL
        12dpT8HTBokFm7ZBJYJyL6LgXimjKsym2M 12vTF74yUsXrhLRqGGsWhWnomn8jyFpQLH
        13yCmaZjjpMLzRC1MXtRxdaacxCdNSomoD 14KBEixioiuRyFNPLaXJ7cvoYtE2kbrtW6
        14cyp4tSUfaarhdau9BB6jFmF25kg5VbMr 15RDbnXTpUeHqdK8S4CCVeukQseYs6kEBK
        15ZF8VbkCiYfk4sMAiuegLieTVKENvz8ch 15djTif4McPeSQjV1gTp69Yhc7pw66XKVy
        15iZuUHSSmkmtDioEPteTAJ3Xvgb8D7Mv1 15pAd3TbQMh7pgjba4meK8pgLHUaPrvJdJ
        15vrWRtHMaqhE54yPucDFZHs8a4BZVKVMn 15yRUjAYzHSpEhWciN2fydfozmn2Q5BY4Y
        15zJdzPpoVkAuUYh1tTQf1xRafaj7MJS6q 166ZhgtsKhVekMBcBpGAdgHJPxLG39FPua`,
      ),
    ],
  },
  {
    id: 'binance-hack-2019',
    name: 'Binance hack of 2019',
    type: 'hacker',
    source: 'https://www.coindesk.com/hackers-steal-40-7-million-in-bitcoin-from-crypto-exchange-binance',
    description: '7,000 bitcoins were stolen in May 2019.',
    addresses: [
      ...addressesAt(
        'https://www.coindesk.com/hackers-steal-40-7-million-in-bitcoin-from-crypto-exchange-binance',
        'Received stolen bitcoins',
        `
        14QZ2wB8b8ZQNgb978Lwptdc8Vhv5aZQM2 17Bmh2aNne8sR9kRwMwDzWHAYeZaZPRm28
        19GwykQiTA8PRD2vWJmRF8xiMdJw7SZZhU 1BsRYrL6FWjnX76nyvQUQXcv8QL2oZpJ6x
        1L8ZtgE7tAuySsWhQn7SqdZwJPuMzqYmTx 1LmbAuieDKqZeQCUn8F5hrf87ocL3b1whA
        1P1198g3tN65qt9j5gixb2jsQpDvDwgFj3 32LZ4wWwEhTzwtqAm2gPauktYZb5kQ6C5a
        34djvfuqD127KsUDH6e5q4mJUHBzWK29ki 3ARiHh4ZB8gWRwwboAa9wkew6uBwKuVkUD
        3AiKChFEc5fpBvsi2Pr2YsFPWgrFeVQkXC 3AoRjdkUFE4nfRtArRC8r1MnUjUPmuLdDP
        3BMEXtMSkRt3wwXKytg7Nj86utJeSbwFHx 3BMEXuoRza9EimRGSHGrwPmyFNUqWFpu8t
        3BMEXyn3rFJwGH6tTVMgC9ERz8TdDhVLuv 3DAJaTi9mZhHupEJ3ZEfAXCnXdqJmS8a5D
        3DoSXzGZFbUnw4dC5Cwj7GZ7aKPLwFcKSg 3KBsR6Ld255Tw5hNR4S6KaX5SXxvRF6jv3
        3KfKiJT5vNAdsmCLVXagSm9GKtiQRsYxEo 3L8JcsWNa3kuVaQJxAE1hhcoBT17rcJA6b
        3MpKfZZyf44myybX3M9y1sTKS5Mrs7e5JF 3NdX1S7rkAtddTMpunrh1wcYeFjsKyxkRc
        3PFgaikRuFXTKNNC42b3hyXxdKg7HRHA41 bc1q3ldtrr6xtpx8jam5gw68aaexz2wtluj0qullvr
        bc1q6fejm4r866tmt8ptf42juedv5gevlv2qt72agq bc1q7p6edvd4zvtya8uj366c23dan8pvlp503spucu
        bc1q8ezyqqntqf2tlt6ensx2zqhj50q0q9ashvx4jt bc1q8m9h3atn4cqeqhu3ekswdqxchp3g7d4v3qv3wm
        bc1q93ecep2338dy9aauwyvh4g22t49rnedxl8z0tj bc1q9svj9wp68zftgejjgk6f96ukuyx8c5urkqsv69
        bc1qanrl8n3flz4jftkscljx2hwuc3h50f9ynp2nyn bc1qecs672j9dpvwr56zeldgf3swtlv3dad52wzuta
        bc1qesy52g7ndy652qudr2awuk57mcaxgmn9qsmpzk bc1qhlhx6lrnr0jf4zpvm788j7yeezau6s8q557p2z
        bc1qhqap39mpkldjzvqdf3204p732krtnf56mm9aj3 bc1ql0wlnu80l8kctjzkzlzd72sdjqwuvruvgepceq
        bc1qld27dqu6wrl4tmjdr8tl55qavmghwrr4ldh7qn bc1qp6k6tux6g3gr3sxw94g9tx4l0cjtu2pt65r6xp
        bc1qqp8pwq277d30cy7fjpvhcvhgztvs7v0nudgul5 bc1qshkncv7tkpye7z0z4a3k9yw2e73whha9gjs88z
        bc1qtpdptcf4ngfkwq6dr36kqaeh2n5h00rx5unkgc bc1qvr2jxlmvckap7cg2l6mdgh5fa8glkhe4s88sax
        bc1qvstwzsrfml43jrclsp68220l4lx5lw3kwf7dp0 bc1qyv4zv0wjn299kx4yz6g7v6g6400wqgzcqgw9vx`,
      ),
    ],
  },
  {
    id: 'upbit-hack-2019',
    name: 'Upbit hack of 2019',
    type: 'hacker',
    source: 'https://en.wikipedia.org/wiki/Upbit',
    description: '342,000 ether were stolen in November 2019.',
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0xa09871aeadf4994ca12f5c0b6056bbd1d343c029',
        'Received stolen ether',
        '0xa09871aeadf4994ca12f5c0b6056bbd1d343c029',
      ),
    ],
  },
  {
    id: 'bybit-hack-2025',
    name: 'Bybit hack of 2025',
    type: 'hacker',
    source: 'https://en.wikipedia.org/wiki/Bybit',
    parent: 'lazarus-group',
    description:
      'About 1.5 billion dollars in ether were stolen in February 2025; the FBI attributes it to North Korea.',
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0x47666fab8bd0ac7003bce3f5c3585383f09486e2',
        'Received stolen ether',
        '0x47666fab8bd0ac7003bce3f5c3585383f09486e2',
      ),
    ],
  },
  {
    id: 'fbi-dprk-2023',
    name: 'North Korean thefts named by the FBI in August 2023',
    type: 'hacker',
    source: 'https://www.fbi.gov/news/press-releases/fbi-identifies-cryptocurrency-funds-stolen-by-dprk',
    countries: ['KP'],
    parent: 'lazarus-group',
    description:
      'Six addresses with about 1,580 bitcoins of thefts from Alphapo, CoinsPaid and Atomic Wallet.',
    addresses: [
      ...addressesAt(
        'https://www.fbi.gov/news/press-releases/fbi-identifies-cryptocurrency-funds-stolen-by-dprk',
        'Named by the FBI',
        `
        34VXKa5upLWVYMXmgid6bFM4BaQXHxSUoL 39idqitN9tYNmq3wYanwg3MitFB5TZCjWu
        3AAUBbKJorvNhEUFhKnep9YTwmZECxE4Nk 3LU8wRu4ZnXP4UM8Yo6kkTiGHM9BubgyiG
        3NbdrezMzAVVfXv5MTQJn4hWqKhYCTCJoB 3PjNaSeP8GzLjGeu51JR19Q2Lu8W2Te9oc`,
      ),
    ],
  },
  {
    id: 'lazarus-launderers-2020',
    name: 'Launderers of the Lazarus Group',
    type: 'hacker',
    source: 'https://ofac.treasury.gov/recent-actions/20200302',
    countries: ['CN'],
    parent: 'lazarus-group',
    description: 'Addresses of two persons whom OFAC listed in March 2020 for laundering stolen funds.',
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20200302',
        'Listed by OFAC',
        `
        134r8iHv69xdT6p5qVKTsHrcUEuBVZAYak 14kqryJUxM3a7aEi117KX9hoLUw592WsMR
        15YK647qtoZQDzNrvY6HJL6QwXduLHfT28 17UVSMegvrzfobKC82dHXpZLtLcqzW9stF
        1AXUTu9y3H8w4wYx4BjyFWgRhZKDhmcMrn 1EfMVkxQQuZfBdocpJu6RUsCJvenQWbQyE
        1F2Gdug9ib9NQMhKMGGJczzMk5SuENoqrp 1Hn9ErTCPRP6j5UDBeuXPGuq5RtRjFJxJQ
        1PfwHNxUnkpfkK9MKjMqzR3Xq3KCtq9u17 39eboeqYNFe2VoLC3mUGx4dh6GNhLB3D2q
        39fhoB2DohisGBbHvvfmkdPdShT75CNHdX 3E6rY4dSCDW6y2bzJNwrjvTtdmMQjB6yeh
        3EeR8FbcPbkcGj77D6ttneJxmsr3Nu7KGV 3F2sZ4jbhvDKQdGbHYPC6ZxFXEau2m5Lqj
        3HQRveQzPifZorZLDXHernc5zjoZax8U9f 3JXKQ81JzBqVbB8VHdV9Jtd7auWokkdPgY
        3KHfXU24Bt3YD5Ef4J7uNp2buCuhrxfGen 3LbDu1rUXHNyiz4i8eb3KwkSSBMf7C583D
        3MN8nYo1tt5hLxMwMbxDkXWd7Xu522hb9P 3N6WeZ6i34taX8Ditser6LKWBcXmt2XXL4`,
      ),
    ],
  },
  {
    id: 'poly-network-hack',
    name: 'Poly Network hack',
    type: 'hacker',
    source: 'https://en.wikipedia.org/wiki/Poly_Network_exploit',
    description: 'About 610 million dollars were taken in August 2021 and given back.',
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0xc8a65fadf0e0ddaf421f28feab69bf6e2e589963',
        'Received stolen assets',
        '0xc8a65fadf0e0ddaf421f28feab69bf6e2e589963',
      ),
    ],
  },
  {
    id: 'wormhole-hack',
    name: 'Wormhole hack',
    type: 'hacker',
    source: 'https://etherscan.io/address/0x629e7da20197a5429d30da36e77d06cdf796b71a',
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0x629e7da20197a5429d30da36e77d06cdf796b71a',
        'Received stolen ether',
        '0x629e7da20197a5429d30da36e77d06cdf796b71a',
      ),
    ],
  },
  {
    id: 'parity-multisig-hack-2017',
    name: 'Parity multisig hack of July 2017',
    type: 'hacker',
    source: 'https://etherscan.io/address/0xb3764761e297d6f121e79c32a65829cd1ddb4d32',
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0xb3764761e297d6f121e79c32a65829cd1ddb4d32',
        'Received stolen ether',
        '0xb3764761e297d6f121e79c32a65829cd1ddb4d32',
      ),
    ],
  },
  {
    id: 'etherdelta-hack',
    name: 'EtherDelta hack',
    type: 'hacker',
    source: 'https://etherscan.io/address/0x2b1ebdd51fd2e5f2406f655c7a3e94eab9b338fe',
    addresses: [
      ...addressesAt(
        'https://etherscan.io/address/0x2b1ebdd51fd2e5f2406f655c7a3e94eab9b338fe',
        'Received stolen assets',
        '0x2b1ebdd51fd2e5f2406f655c7a3e94eab9b338fe',
      ),
    ],
  },
  {
    id: 'nicehash-hack-2017',
    name: 'NiceHash hack of 2017',
    type: 'hacker',
    source: 'https://en.wikipedia.org/wiki/NiceHash',
    description: 'About 4,700 bitcoins were stolen in December 2017.',
    addresses: [
      ...addressesAt(
        'https://www.reddit.com/r/NiceHash/comments/7i0s6o/official_press_release_statement_by_nicehash/',
        'Received stolen bitcoins',
        '1EnJHhq8Jq8vDuZA5ahVh6H4t6jh1mB4rq',
      ),
    ],
  },
  {
    id: 'zaif-hack-2018',
    name: 'Zaif hack of 2018',
    type: 'hacker',
    source:
      'https://medium.com/meetbitfury/crystal-blockchain-analytics-investigation-of-the-zaif-exchange-hack-a3b4d1faed8f',
    description: '5,966 bitcoins were stolen in September 2018.',
    addresses: [
      ...addressesAt(
        'https://medium.com/meetbitfury/crystal-blockchain-analytics-investigation-of-the-zaif-exchange-hack-a3b4d1faed8f',
        'Received stolen bitcoins',
        '1FmwHh6pgkf4meCMoqo8fHH3GNRF571f9w 3AQUApGQrgmpkrdWbPJJfJusZQYin5q68Z',
      ),
    ],
  },
  {
    id: 'linode-hack',
    name: 'Linode hack',
    type: 'hacker',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    description: 'Bitcoins were stolen in March 2012 from customers of a hosting company.',
    addresses: [
      ...addressesAt(
        'https://bitcointalk.org/index.php?topic=576337',
        'Received stolen bitcoins',
        `
        13CmJpbAueuWiPKw3UYU4vXEcZ4WzP6nxt 14xpJvJD8G3PBPWaT8AdBWuZUpsdV5j8RH
        15WoJ7L4AUfGHWdGj45NY9rFNiwU48woX2 15dcNmArcsmhhRD55ShhRU8tgcJCRsu1DZ
        1978kFf3WKYiZsy89WX6qJ8vxWAbRWFGLq 19aSNhp1YE8h8m9h7SCGx9acCsixDFK91
        1AaXeH5DuP6FpPxdCn9RGXKWhSG4r9Hq9q 1BoVMxw6LFiPyzaskB4ojEpAVrYEqZU6tV
        1DMuVKe9PKpx3dbs2b2MnXuVmLfA4drHif 1F3czt4VGUGdmrXW4qbh8hbQZ1hcHpwFGT
        1JL7vc2Ecn8QeeBYdpAP22pVpaSP6Cni3J 1KEuuxuUMPySnGw1WPxzGcXcL1zBm3k7Tq
        1LmyEU8KHVLj7rpE2zowZ5Je6WWtCJMhG 1MXg8M3t2C64PMn5UZw1LEZyLdvtPTbC5W
        1NRy8GbX56MymBhDYMyqsNKwW9VupqKVG7`,
      ),
    ],
  },
];
