import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges that serve many countries, part 2 of 6. */
export const exchangesWorldwide2: readonly SeedEntry[] = [
  {
    id: 'htx',
    name: 'HTX',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Huobi',
    url: 'https://www.htx.com',
    aliases: ['Huobi', 'Huobi Global'],
    founded: 2013,
    description: 'Exchange founded in China, called Huobi until 2023.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://www.huobi.com/support/en-us/detail/24922606430831',
        'Reserve wallet',
        `
        12qTdZHx6f77aQ74CPCZGSY47VaRwYjVD8 143gLvWYUojXaWZRrxquRKpVNTkhmr415B
        0x0511509a39377f1c6c78db4330fbfcc16d8a602f 0x1205e4f0d2f02262e667fd72f95a68913b4f7462
        0x18709e89bd403f470088abdacebe86cc60dda12e 0x30741289523c2e4d2a62c7d6722686d14e723851
        0x5c985e89dde482efe97ea9f1950ad149eb73829b 0xa929022c9107643515f5c777ce9a910f0d1e490c
        0xc589b275e60dda57ad7e117c6dd837ab524a5666 0xcac725bef4f114f728cbcfd744a731c2a463c3fc
        0xe4818f8fde0c977a01da4fa467365b8bf22b071e`,
      ),
      ...addressesAt(
        'https://bitinfocharts.com/top-100-richest-bitcoin-addresses.html',
        'Wallet',
        '13oLr3JJm4qx7PrTGtorPcxZ5YXpYKnXmE 16AhJPQwo5NgpcHbyQA2f7BqWVjePN6nAq',
      ),
      ...onEtherscan(
        'Wallet',
        `
        0x034f854b44d28e26386c1bc37ff9b20c6380b00d 0x0577a79cfc63bbc0df38833ff4c4a3bf2095b404
        0x0a98fb70939162725ae66e626fe4b52cff62c2e5 0x0c6c34cdd915845376fb5407e0895196c9dd4eec`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/huobi.js',
        'Reserve wallet',
        `
        14o5ywJJmLPJe8egNo7a5fSdtEgarkus33 1AQLXAB6aXSVbRMjbhSBudLf1kcsbWSEjg
        1BuiWj9wPbQwNY97xU53LRPhzqNQccSquM`,
      ),
    ],
  },
  {
    id: 'gate',
    name: 'Gate',
    type: 'exchange',
    source: 'https://www.gate.com',
    url: 'https://www.gate.com',
    aliases: ['Gate.io'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/gate-io.js',
        'Reserve wallet',
        `
        14kmvhQrWrNEHbrSKBySj4qHGjemDtS3SF 162bzZT2hJfv5Gm3ZmWfWfHJjCtMD6rHhw
        16G1xYBbiNG78LSuZdMqp6tux5xvVp9Wxh 1ECeVF6wfbiihCRrrpRnkbwrWsZfYmixMG
        1EkkGXR7dTbZbrKFKoe6YEP4gj4GzMeKvw 1FLKsCiEsABS7LysfDA8R181TQ6eLjoxPv
        1FhncfokiSDagazXbuVqKQ6ew4oyDmAzhG 1G47mSr3oANXMafVrR8UC4pzV7FEAzo3r9
        1HpED69tpKSaEaWpY3Udt1DtcVcuCUoh2Y 1L1SN3BxXaXEAzzGcWqjF9svxmN6F2mBoR
        3HroDXv8hmzKRtaSfBffRgedKpru8fgy6M`,
      ),
      ...onEtherscan(
        'Wallet',
        `
        0x0d0707963952f2fba59dd06f2b425ace40b492fe 0x1c4b70a3968436b9a0a9cf5205c787eb81bb558c
        0x7793cd85c11a924478d358d49b05b37e91b5810f`,
      ),
    ],
  },
  {
    id: 'bitget',
    name: 'Bitget',
    type: 'exchange',
    source: 'https://www.bitget.com',
    url: 'https://www.bitget.com',
    countries: ['SC'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/bitget.js',
        'Reserve wallet',
        `
        1FWQiwK27EnGXb6BiBMRLJvunJQZZPMcGd 1GDn5X4R5vjdSvFPrq1MJubXFkMHVcFJZv
        1NZc5p5YQ21tGjVrurzczq56SVq2tiH6dt 1PPyiSbdQeo83ezje6Yv8L3UWpDcx4NtSB
        1PX5L73e5325fdrSwDHNTuq8RMM9JKR34q 32qqF3w9W96S6br5x3cR75fgtFZwshjh4X
        33orXrdG44b7uexFP7Yxdqy1m3FirNtdTE 34hatYbZ27CLLoZWhuJHzBgoTCwXEv8GwT
        3AZHcgLnJL5C5xKo33mspyHpQX7x4H5bBw 3DSST4myyyRbiGzgCBE1RVHY7GRjDCh4n9
        3GbdoiTnQrJYatcr2nhq7MYASSCWEKmN6L 3Gm1h16ov9cH4o4mChapGUai61K1bAXL3c
        3H6JnFoz5jcoATKQ83BuQ3cUUCHswqfgtG 3HcSp9sR23w6MxeRrLqqyDzLqThtSMaypQ`,
      ),
    ],
  },
  {
    id: 'mexc',
    name: 'MEXC',
    type: 'exchange',
    source: 'https://www.mexc.com',
    url: 'https://www.mexc.com',
    aliases: ['MEXC Global', 'MXC'],
    countries: ['SC'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/mexc-cex.js',
        'Reserve wallet',
        `
        13uZyaPbt4rTwYQ8xWFySVUzWH3pk2P5c7 17wgJkQ8v66fXTUawQS3sohEfzP4CCD8Xu
        19KYQDpyssRUtpfa4pfAWiNQLeysThd1us 1Ak5Zk6P3Y7AbrdhWHif7GmEJhd6FqAS9J
        1Euk9cnQm49axFr2sTMaytnYcmBz5oDhZ3 1MDVjZdX8QD212pT8Z8EMP7DuFQHKqN3mx
        1NEQFpjSqRMWuHLTrouSbmSgXuJr8zPCN7`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/mexc-cex.js',
        'Reserve wallet',
        `
        0x0162cd2ba40e23378bf0fd41f919e1be075f025f 0x12c5e4eeeaa20e25847b5453d23246983c512db7
        0x1ed0be7d0a9580e202f6b98c29725d5c11d10b71 0x1f7370792a057227024e7a8cc15b40e3ed171ffc
        0x2ff5fc5b63f2bfce5d6bb9ea4d170cf1aa40693c 0x469afe803c54a36674c55231489cf4b61da8c1bc
        0x4ac71ec43df19581d95eab5596c6fadc89170989`,
      ),
    ],
  },
  {
    id: 'crypto-com',
    name: 'Crypto.com',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Crypto.com',
    url: 'https://crypto.com',
    countries: ['SG'],
    founded: 2016,
    ticker: 'CRO',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://twitter.com/kris/status/1591036632664518657',
        'Reserve wallet',
        `
        14m3sd9HCCFJW4LymahJCKMabAxTK4DAqW 3LhhDLBVWBZChNQv8Dn4nDKFnCyojG1FqN
        3QsGsAXQ4rqRNvh5pEW55hf3F9PEyb7rVq bc1q4c8n5t00jmj8temxdgcc3t32nkg2wjwz24lywv
        bc1qpy4jwethqenp4r7hqls660wy8287vw0my32lmy bc1qr4dl5wa7kl8yu792dceg9z5knl2gkn220lk7a9
        0x6262998ced04146fa42253a5c0af90ca02dfd2a3 0x72a53cdbbcc1b9efa39c834a540550e23463aacb
        0x7758e507850da48cd47df1fb5f875c23e3340c50 0xcffad3200574698b78f32232aa9d63eabd290703`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/crypto-com.js',
        'Reserve wallet',
        '0x46340b20830761efd32832a74d7169b29feb9758 0xf3b0073e3a7f747c7a38b36b805247b222c302a3',
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/crypto-com.js',
        'Reserve wallet',
        `
        bc1qcdqj2smprre85c78d942wx5tauw5n7uw92r7wr
        bc1qjqy709gqpse60hdsm2d2v0dzzu7yp5dej7fdrpl2x3taccvujq4s0vzsyd`,
      ),
    ],
  },
  {
    id: 'bitfinex',
    name: 'Bitfinex',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Bitfinex',
    url: 'https://www.bitfinex.com',
    countries: ['VG'],
    founded: 2012,
    description: 'Exchange that publishes a list of its wallets; hacked in August 2016.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/bitfinexcom/pub/blob/main/wallets.txt',
        'Reserve wallet',
        `
        1KYiKJEfdJtap9QX2v9BXJMpz2SfU4pgZw 1Kr6QSydW9bFQG1mXiPNNu6WpJGmUa9i1g
        3JZq4atUahhuA9rLhXLMhhTo133J9rF97j
        bc1qgdjqv0av3q56jvd82tkdjpy7gdp9ut8tlqmgrpmv24sq90ecnvqqjwvw97
        0x618f37d7ff7b140e604172466cd42d1ec35e0544 0x742d35cc6634c0532925a3b844bc454e4438f44e
        0x77134cbc06cb00b66f4c7e623d5fdbf6777635ec 0x876eabf441b2ee5b5b0554fd502a8e0600950cfa
        0x88037f361891a0b5de3c0c30632fbca7db2d341f 0xc61b9bb3a7a0767e3179713f3a5c7a9aedce193c`,
      ),
      ...onWalletExplorer(
        'Wallet of Bitfinex.com',
        `
        1129A9dFqy4ABDsGQ8RGusbMWYBoZc4myc 16TTYQEwSM5krF5MkQx6d1ePaHk4DPeq7a
        1HPM1sNGef6Hq3YYd2hYQkpnRhQkkaWGVK`,
      ),
      ...onEtherscan(
        'Wallet',
        `
        0x0b73f67a49273fc4b9a65dbd25d7d0918e734e63 0x1151314c646ce4e0efd76d1af4760ae66a9fe30f
        0x1b29dd8ff0eb3240238bf97cafd6edea05d5ba82 0x30a2ebf10f34c6c4874b0bdd5740690fd2f3b70c`,
      ),
      ...addressesAt(
        'https://bitinfocharts.com/top-100-richest-bitcoin-addresses.html',
        'Wallet',
        '3D2oetdNuZUqQHPJmcMDDHYoqkyNVsFk9r',
      ),
    ],
  },
  {
    id: 'bitstamp',
    name: 'Bitstamp',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Bitstamp',
    url: 'https://www.bitstamp.net',
    countries: ['LU'],
    parent: 'robinhood',
    founded: 2011,
    description: 'One of the oldest exchanges, owned by Robinhood since 2025.',
    centralized: true,
    addresses: [
      ...onWalletExplorer(
        'Wallet of Bitstamp.net',
        '19jQz2ajiCN1hmavUkCrxKWnZwCfhQgJ9e 3Fh9p2W79ZHG54ettRJupkPTs23XcjrkT2',
      ),
      ...onEtherscan(
        'Wallet',
        `
        0x00bdb5699745f5b860228c8f939abf1b9ae374ed 0x059799f2261d37b829c2850cee67b5b975432271
        0x1522900b6dafac587d499a862861c0869be6e428 0x4c766def136f59f6494f0969b1355882080cf8e0
        0x9a9bed3eb03e386d66f8a29dc67dc29bbb1ccb72 0xc5b611f502a0dcf6c3188fd494061ae29b2baa4f`,
      ),
      ...addressesAt(
        'https://bitinfocharts.com/top-100-richest-bitcoin-addresses.html',
        'Wallet',
        '3Nxwenay9Z8Lc9JBiywExpnEFiLp6Afp8v',
      ),
    ],
  },
];
