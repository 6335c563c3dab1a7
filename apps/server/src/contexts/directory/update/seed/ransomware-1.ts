import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Families of ransomware with addresses that victims paid to, part 1 of 3. */
export const ransomware1: readonly SeedEntry[] = [
  {
    id: 'wannacry',
    name: 'WannaCry',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/WannaCry_ransomware_attack',
    parent: 'lazarus-group',
    description: 'Worm of May 2017, attributed to North Korea.',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        `
        115p7UMMngoj1pMvkpHijcRdfJNXj6LrLn 12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw
        13AM4VW2dhxYgXeQepoHkHSQuy6NgaEb94 15zGqZCTcys6eCjDkE3DypCjXi6QWRV6V1
        1QAc9S5EmycqjzzWDc1yiWzr9jJLC8sLiY`,
      ),
    ],
  },
  {
    id: 'notpetya',
    name: 'NotPetya',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/2017_Ukraine_ransomware_attacks',
    description: 'Malware of June 2017 that could not restore what it encrypted.',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '1Mz7153HMuxXTuR2R1t78mGSdzaAtNbBWX',
      ),
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        '13KBb1G7pkqcJcxpRHg387roBj2NX7Ufyf 1Ftixp78FjTWFi3ssJjBw5NqKf5ZPQjXBb',
      ),
    ],
  },
  {
    id: 'cryptolocker',
    name: 'CryptoLocker',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/CryptoLocker',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '18iEz617DoDp8CNQUyyrjCcC7XCGDf5SVb 1KP72fBmh3XBRfuJDMn53APaqM6iMRspCh',
      ),
    ],
  },
  {
    id: 'locky',
    name: 'Locky',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/Locky',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        `
        1123pJv8jzeFQaCV4w644pzQJzVWay2zcA 1129TSjKtx65E35GiUo4AYVeyo48twbrGX
        112AmFATxzhuSpvtz1hfpa3Zrw3BG276pc 112GocBgFSnaote6krx828qaockFraD8mp
        112bgquxJZDPuQiXG8tsS7B8ER6rEetrAw 112igisnkkrR2rPgujxhBkTELajuNYxq8Z
        112wjYgWapZU8gTPR7hLoKq8iEh496vKxP 1131P1hjj7h9NinHRCkNwGFifK4gGoe5EF
        1136MFiqBmoVWpqWr1okF3D5XMabwVLB5z 11382a48qWatCiSqVNBFzuKN91M7Dcdev
        113DQh713pR9rsEWTgae9DGfVzY5f17Sbj 113QcTeGajE3YMKU1JD7QMRgkuKFFsHkiG
        113y9h8ch6wASL3DE4WDysDVxXa4LsNkH3 1143t96LASL6q6UMAJKQKd5BLkeV6Q19ys
        11445ybEvoBuFCnaYGni4KQDgKRZ3huiJX`,
      ),
    ],
  },
  {
    id: 'samsam',
    name: 'SamSam',
    type: 'ransomware',
    source: 'https://zenodo.org/record/1238041',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        `
        13R8c99CsCMr7iz73NYYEWjsEqYp9fLtdt 14UKG6AFQCsch2iJVsZKrDMxTEbkj2cdPP
        15gbE7z9cbxg5Gvh2rDFPdU1a1VLu9rnBa 16VckpWyEzDCC7zD2uGTwjYAVXE3EZctBY
        193D1yarHanBhTETzvEAZ7qxnTzgD2Pqor 19CbDoaZDLTzkkT1uQrMPM42AUvfQN4Kds
        19iq6bKkGBrzBr3puVDv1j8zRNchTjGwy5 1A1rUVvjVLWvUeBNHbxyur9ebs3p8UTKjL
        1Ar31oJp7ALcErh61KGiu18WsmjWpHc9pi 1DA1gyQNpCRM1292nV3xY53tkDzeJ7SgZ4
        1DcCFq3n5ptvxZpCD485sHX2EJmpCBK3Ds 1DqU3NwULyDYKSSYeo42WSTQXRm2dPRQJ1
        1DxYrRu3fkqj2iLjL4a55e4n3bWAF9mBNU 1F2K3zxpjTWDL7aBt497cVqUJUG3G85rkE
        1Fom8GLdBzZL9dMTipd98AWHMRvZ42pYqi`,
      ),
    ],
  },
  {
    id: 'ryuk',
    name: 'Ryuk',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/Ryuk_(ransomware)',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        129L4gRSYgVJTRCgbPDtvYPabnk2QnY9sq 12N7W9ycLhuck9Q2wT8E6BaN6XzZ4DMLau
        12UbZzhJrdDvdyv9NdCox1Zj1FAQ5onwx3 12vsQry1XrPjPCaH8gWzDJeYT7dhTmpcjL
        13rTF3AYsf8xEdafUMT5W1E5Ab2aqPhkPi 14aJo5L9PTZhv8XX6qRPncbTXecb8Qohqb
        14dpmsn9rmdcS4dKD4GeqY2dYY6pwu4nVV 14hVKm7Ft2rxDBFTNkkRC3kGstMGp2A4hk
        15FC73BdkpDMUWmxo7e7gtLRtM8gQgXyb4 15LsUgfnuGc1PsHJPcfLQJEnHm2FnGAgYC
        15RLWdVnY5n1n7mTvU1zjg67wt86dhYqNj 162DVnddxsbXeVgdCy66RxEPADPETBGVBR
        17v2cu8RDXhAxufQ1YKiauBq6GGAZzfnFw 17zTcgKhF8XkWvkD4Y1N8634Qw37KwYkZT
        18eu6KrFgzv8yTMVvKJkRM3YBAyHLonk5G`,
      ),
    ],
  },
  {
    id: 'conti',
    name: 'Conti',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/Conti_(ransomware)',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        1JWnZmkJwJSK6F21nypCAGzsR6TVhPRA4P 1MuBnT25CQeTFYkx1tHP4Fa5rKbc4rC9uF
        bc1q22hz66x8uth9xadfxmn5fe2s9kdv7zg8rpjauw bc1q2muhfugejgft7smu0ejze22het2rkmnpdccx5j
        bc1q65njz3pfw9kjjvcetkexsl0l922wtd2wz2p46p bc1q7ld076gjadenuvuknv2c5a9lqslfk8verdkf07
        bc1q7r8ars6zxml0k4ep5489vga9yudpvqaecywvw5 bc1qdak2ewrf9n295akue9r538pcsuh6k3gm4j5gk3
        bc1qdpsal8xhg9p857r4g425y868yqwtzdqgzv8wg0 bc1qg44mhye7mzrlsqza97kgsl0kmppcvfz3lxnt32
        bc1qjndxpuddlssczk336tdd7wcawlj2qws7p77p2k bc1ql8kpdvy5pns40lvfeuewz930e7nkh3xa5e96k7
        bc1qlsceg70s90mwnntuq5r4jmfnd744arpu4q8q6u bc1qmjavw2hsqdfet4mv5j83evy0z3w06rantrs6an
        bc1qnf273myysxjw23g9hze4vcu3uqkget9ra70hen`,
      ),
    ],
  },
  {
    id: 'netwalker',
    name: 'Netwalker',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    aliases: ['Mailto'],
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        12bG5T6kvj9iWPzCxTjPcWipKaRDLLXZBL 13DFuTYQhKQyj7m5pNzWrySsNUnFakcojp
        13i19sWBpe5Z6P6HHigNFW1ebeWhXzmPfS 13msidWLjvS6HUAmQcDj98nLno4BzZusXT
        14fHcTQx7wwcbMa5opGqdJXTSEqTGRtoxS 17TMc2UkVRSga2yYvuxSD9Q1XyB2EPRjTF
        18x7PieotZcmMwYSaYbbV8X3zBMentd5Fu 19nwTbrjLRRjxXam8NxExib8uWuuA78Cu3
        1AHod4t1vpW9aLxQM4CEcj5cxdCmQnpgLD 1C7FeXMf18mGrcF59DJTkmxnRfkKeG1KFZ
        1C9wdSqXngQSMabJWRAn9jSzThLqmVBz28 1DTE5x3Rjn2q75HjX6hiu8CQwEGqe6wQ4s
        1DgLhGeJfoUkkXdYNVf7SNckX5ST5taPVo 1E4s5oWDH2KqjR5S5aywR3oThHrZT9s4Ui
        1GmoNbUmxdYZyb97wFAVtQjq7xt2Km3Qb2`,
      ),
    ],
  },
  {
    id: 'darkside',
    name: 'DarkSide',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/DarkSide_(hacker_group)',
    description: 'Behind the attack on Colonial Pipeline in May 2021.',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        bc1q7eqww9dmm9p48hx5yz5gcvmncu65w43wfytpsf bc1qhq37atw5ldcppf2fd0fsmsmejxkvp2qfy472pq
        bc1qjhdw0582hu8sl2l56dyu9l4rk366hhu7j5xpgu`,
      ),
    ],
  },
  {
    id: 'revil',
    name: 'REvil',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/REvil',
    aliases: ['Sodinokibi'],
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        34mMCqo83wc8GeLWjSPeQE8QiY9LKnkNuj 3BeQ9H5tByJK9CeeZftDsBFhgt1i5Q7AQK
        3E9F7gE3upQ8rgsPjwiKH7ugfdneypPjqj 3HTHHMm2YwNdwEDkGc6dRyxxKvByymeVqV
        3JYLAk26kZPw62W6UD2Jyk5i9jhCAPJjg4 3Jxwt3fmXhUwDNDQ4sWYCgahLGDVjy1SQm
        3L7ECcRBCypxrS5U9Kw9WexcsHmX4wKYz6`,
      ),
    ],
  },
  {
    id: 'egregor',
    name: 'Egregor',
    type: 'ransomware',
    source: 'https://ransomwhe.re/',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        112yZpAs3Va6az6JTKZ7iQZEAWdvD5DYoj 13ELQVGgkM79nW34ncBe7Jz7xhXsXmRruM
        1D2ZiHwE4pQb8X6NNcXdfHwncHa3yrDdYr 1GJ4dp5vwK2E9PZ4eF7FVujJiTHERDTFJX
        1GZV41rSAHAj63pNjLCBwo7rfioxU8JPE9 1LdrbQEAersWLi6A83JrCzERyXEZWD4hBP
        1MPdDiRhWFawgN2GVi1Jamm8DdC4qypoGL 1Mk96FcixjayGZgdPgo4GrnPPSn7rL1jpE
        1PDSGRqkBF7yEJhTNDaxNm6UQT63rrzTGk`,
      ),
    ],
  },
  {
    id: 'lockbit',
    name: 'LockBit',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/LockBit',
    description: 'Disrupted by authorities of ten countries in February 2024.',
    addresses: [
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        'bc1qr4mhf2zqtgd45x9clfmuekf42z4eglh4aydlnk bc1qwx9y37xd8sznjj0yw85q9fd9qfyaur9xasc2h4',
      ),
    ],
  },
  {
    id: 'teslacrypt',
    name: 'TeslaCrypt',
    type: 'ransomware',
    source: 'https://en.wikipedia.org/wiki/TeslaCrypt',
    addresses: [
      ...addressesAt(
        'https://zenodo.org/record/1238041',
        'Ransom payments',
        '15Y2TmHrxjmRFxfNUttwb9aU4DifvDpWKM',
      ),
      ...addressesAt(
        'https://ransomwhe.re/',
        'Ransom payments',
        `
        18Vfp5yaeqJcrQ5dGqYbR8qvfnAznw1oVv 1B32S72NM1yv2ctHtNp5ReuKAic6KjPDWu
        1LUECx65WwPpxWuQvAkPJajJGiknFe5YCw 1NRn15kJnVRrptTSQJJnMD9KJcWkVFh1Gv`,
      ),
    ],
  },
];
