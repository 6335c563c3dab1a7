import { addressesAt, onEtherscan } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Mining pools with the marks they leave in coinbases and addresses they were paid at, part 1 of 6. */
export const pools1: readonly SeedEntry[] = [
  {
    id: 'foundry-usa',
    name: 'Foundry USA',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://foundrydigital.com',
    coinbaseTags: ['/2cDw/', 'Foundry USA Pool'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        12KKDt4Mj7N5UAkQMN7LtPZMayenXHa8KL 1FFxkVijzvUPUeHgkFjBk2Qw8j3wQY2cDw
        bc1qxhmdufsvnuaaaer4ynz88fspdsxq2h9e9cetdj
        bc1p8k4v4xuz55dv49svzjg43qjxq2whur7ync9tm0xgl5t4wjl9ca9snxgmlt`,
      ),
    ],
  },
  {
    id: 'antpool',
    name: 'AntPool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.antpool.com',
    description: 'Pool of Bitmain.',
    coinbaseTags: ['/AntPool/', 'Mined By AntPool', 'Mined by AntPool'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        12dRugNcdxK39288NjcDV4GX7rMsKCGn6B 15kiNKfDWsq7UsPg87UwxA8rVvWAjzRkYS
        16MdTdqmXusauybtXTmFEW4GNFPPgGxQYE 16kUc5B48qnASbxeZTisCqTNx6G3DPXuKn
        17gVZssumiJqYMCHozHKXGyaAvyu6NCX6V 1AJQ3jXhUF8WiisEcuVd8Xmfq4QJ7n1SdL
        1B7ZBX2C39b26M9chHLURGSFTJA6DDQkZv 1BWW3pg5jb6rxebrNeo9TATarwJ1rthnoe
        1CBqo1w3hmm9SCmbu2Yg6Ls4uLfkUqZJsx 1CZHhV67Qos4xXb8uYqvAGjK8Wq52woPi5
        1CyB8GJNEsNVXtPutB36nrDY3fMXBTzXSX 1D4UZG4qo8bF1MuZHSEyBHRZaxT8inatXS
        1D9jw3QHNankXxtcGVihsDK7Z7THN6j7Pg 1DDXyKUT6q3H9e5QXm2Gv6BNNWgztFG55g
        1DQaDTefKPjHz3beLuo8KHRZF9t2Sc6foP 1Dek9ArRHb9tyWb9gaaX8SWmkfi5V7U5Y6
        1DyR7HPQWjM6Zrnk7SzHVY2GEpXRGNNH9o 1FdJkPdpXtK3t5utZHJAop3saLZWfPfgak
        1FrHkVsW7csAYYaRbUUcrKSmv91hcQnsqQ 1GEG1JR81jvUXs7TMAuo3SPBHZrpJijcjt
        1GRcX882sdBYCAWyG99iF2oz7j3nYzXhLM 1GT2N4dCufvbnTKMbS61QrQPN4SexCAFiH
        1Gp7iCzDGMZiV55Kt8uKsux6VyoHe1aJaN 1H3u6R813MHGYhmGW6v86EYYriawRtACYD
        1H6ckqNWikmVT3wpN3X1BQ6b156Xc9nT2L 1JBVrhSSDrZrRmm4RnoWouqgGGqJMvWHi8
        1JwUDWVSbAY5NeCBJhxQk1E8AfETfZuPj4 1K8PNogxBZ6ts532DZnzxdbjgzJLjLdXqz
        1KmgBTL7cFmFFYTD7HcdkMcZXRcTkh2WwS 1LTGvTjDxiy5S9YcKEE9Lb7xSpZcPSqinw
        1MiQrT5sEKTUGNMbd9WS3yPPkSjWdpYA2r 1NS4gbx1G2D5rc9PnvVsPys12nKxGiQg72
        1Nh7uHdvY6fNwtQtM1G5EZAFPLC33B59rB 1Pzf7qT7bBGouvnjRvtRD8VhTyqjX1NrJT
        1Sjj2cPC3rTWcSTEYDeu2f3BavLosog4T 1jLVpwtNMfXWaHY4eiLDmGuBxokYLgv1X
        3FaYVQF6wCMUB9NCeRe4tUp1zZx8qqM7H1`,
      ),
    ],
  },
  {
    id: 'f2pool',
    name: 'F2Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.f2pool.com',
    countries: ['CN'],
    coinbaseTags: ['七彩神仙鱼', 'F2Pool', '🐟'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1KFHE7w8BhaENAswwryaoccDb6qcT6DbYY bc1qf274x7penhcd8hsv3jcmwa5xxzjl2a6pa9pxwm',
      ),
      ...onEtherscan('Payout of Ethereum blocks', '0x829bd824b016326a401d083b33d092293333a830'),
    ],
  },
  {
    id: 'viabtc',
    name: 'ViaBTC',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://viabtc.com',
    countries: ['CN'],
    coinbaseTags: ['/ViaBTC/', 'viabtc.com deploy'],
  },
  {
    id: 'binance-pool',
    name: 'Binance Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://pool.binance.com',
    parent: 'binance',
    description: 'Pool of Binance.',
    coinbaseTags: ['/Binance/', 'binance'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        122pN8zvqTxJaA8fRY1PDBu4QYodqE5m2X 16moWjUJVRnDQKqhoCdcszfJg9wzBdoTHw
        1DSh7vX6ed2cgTeKPwufV5i4hSi4pp373h 1JvXhnHCi6XqcanvrZJ5s2Qiv4tsmm2UMy
        3L8Ck6bm3sve1vJGKo6Ht2k167YKSKi8TZ bc1qx9t2l3pyny2spqpqlye8svce70nppwtaxwdrp4
        3G7jcEELKh38L6kaSV8K35pTqsh5bgZW2D`,
      ),
    ],
  },
  {
    id: 'mara-pool',
    name: 'MARA Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://marapool.com',
    description: 'Pool of MARA Holdings.',
    coinbaseTags: ['MARA Pool', 'MARA Made in USA'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '15MdAHnkxt9TMC2Rj595hsg8Hnv693pPBB 1A32KFEX7JNPmU1PVjrtiXRrTQcesT3Nf1',
      ),
    ],
  },
  {
    id: 'luxor',
    name: 'Luxor',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://mining.luxor.tech',
    coinbaseTags: ['/LUXOR/', 'Luxor Tech'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        1MkCDCzHpBsYQivp8MxjY5AkTGG1f2baoe 39bitUyBcUu3y3hRTtYprKbTp712t4ZWqK
        32BfKjhByDSxx3BM5vUkQ3NQq9csZR6nt6`,
      ),
    ],
  },
  {
    id: 'braiins-pool',
    name: 'Braiins Pool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://braiins.com/pool',
    aliases: ['Slush Pool', 'Bitcoin.cz'],
    countries: ['CZ'],
    coinbaseTags: ['/slush/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '1AqTMY7kmHZxBuLUR5wJjPFUvqGs23sesr 1CK6KHY6MHgYvmRQ4PAafKYDrg1ejbH1cE',
      ),
    ],
  },
  {
    id: 'sbi-crypto',
    name: 'SBI Crypto',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://sbicrypto.com',
    coinbaseTags: ['/SBICrypto.com Pool/', 'SBI Crypto', 'SBICrypto'],
  },
  {
    id: 'btc-com',
    name: 'BTC.com',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://pool.btc.com',
    coinbaseTags: ['/BTC.COM/', '/BTC.com/', 'btccom'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        1Bf9sZvBHPFGVPX71WX2njhd1NXKv5y7v5 34qkc2iac6RsyxZVfyE2S5U5WcRsbg2dpK
        3EhLZarJUNSfV6TWMZY1Nh5mi3FMsdHa5U 3NA8hsjfdgVkmmVS9moHmkZsVCoLxUkvvv
        bc1qjl8uwezzlech723lpnyuza0h2cdkvxvh54v3dn`,
      ),
    ],
  },
  {
    id: 'poolin',
    name: 'Poolin',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.poolin.com',
    countries: ['CN'],
    coinbaseTags: ['/poolin.com', '/poolin/'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        14sA8jqYQgMRQV9zUtGFvpeMEw7YDn77SK 17tUZLvy3X2557JGhceXRiij2TNYuhRr4r
        1E8CZo2S3CqWg1VZSJNFCTbtT8hZPuQ2kB 1GNgwA8JfG7Kc8akJ8opdNWJUihqUztfPe
        36n452uGq1x4mK7bfyZR8wgE47AnBb2pzi 3JQSigWTCHyBLRD979JWgEtWP5YiiFwcQB
        3KJrsjfg1dD6CrsTeHdHVH3KqMpvL2XWQn`,
      ),
    ],
  },
  {
    id: 'spiderpool',
    name: 'SpiderPool',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.spiderpool.com',
    coinbaseTags: ['SpiderPool'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        `
        125m2H43pwKpSZjLhMQHneuTwTJN5qRyYu 38u1srayb1oybVB43UWKBJsrwJbdHGtPx2
        1BM1sAcrfV6d4zPKytzziu4McLQDsFC2Qc`,
      ),
    ],
  },
  {
    id: 'secpool',
    name: 'SECPOOL',
    type: 'mining_pool',
    source: 'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
    url: 'https://www.secpool.com',
    coinbaseTags: ['SecPool'],
    addresses: [
      ...addressesAt(
        'https://github.com/mempool/mining-pools/blob/master/pools-v2.json',
        'Payout of blocks',
        '3Awm3FNpmwrbvAFVThRUFqgpbVuqWisni9',
      ),
    ],
  },
];
