import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Exchanges that serve many countries, part 1 of 6. */
export const exchangesWorldwide1: readonly SeedEntry[] = [
  {
    id: 'binance',
    name: 'Binance',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Binance',
    url: 'https://www.binance.com',
    founded: 2017,
    ticker: 'BNB',
    description: 'Exchange that publishes addresses of its reserves.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://www.binance.com/en/blog/community/our-commitment-to-transparency-2895840147147652626',
        'Reserve wallet',
        `
        34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo 3M219KR5vEneNb47ewrPfWyb5jQ2DjxRP6
        bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h 0x21a31ee1afc51d94c2efccaa2092ad1028285549
        0x28c6c06298d514db089934071355e5743bf21d60 0x47ac0fb4f2d84898e4d9e7b4dab3c24507a6d503
        0x4976a4a02f38326660d17bf34b431dc6e2eb2327 0x56eddb7aa87536c09ccc2793473599fd21a8b17f
        0x5a52e96bacdabb82fd05763e25335261b270efcb 0x9696f59e4d72e237be84ffd425dcad154bf96976
        0xa344c7ada83113b3b56941f6e85bf2eb425949f3 0xbe0eb53f46cd790cd13851d5eff43d12404d33e8
        0xdfd5293d8e347dfe59e90efd55b2956a1343963d 0xf977814e90da44bfa03b6295a0616a897441acec`,
      ),
      ...onWalletExplorer('Wallet of Binance.com', '16ftSEQ4ctQFDtVZiUBusQUjRrGhM3JYwe'),
      ...onEtherscan(
        'Wallet',
        `
        0x001866ae5b3de6caa5a51543fd9fb64f524f5478 0x00799bbc833d5b168f0410312d2a8fd9e0e3079c
        0x0681d8db095565fe8a346fa0277bffde9c0edbbf 0x06a0048079ec6571cd1b537418869cde6191d42d
        0x141fef8cd8397a390afe94846c8bd6f4ab981c48`,
      ),
      ...addressesAt(
        'https://bitinfocharts.com/top-100-richest-bitcoin-addresses.html',
        'Wallet',
        '1NDyJtNTjmwk5xPNhjgAMu4HDHigtobu1s',
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/binance.js',
        'Reserve wallet',
        `
        1PJiGp2yDLvUgqeBsuZVCBADArNsk6XEiw 1Pzaqw98PeRfyHypfqyEgg5yycJRsENrE7
        32BgTv3NSYbMsBTwDbNNN2GKZPCTJSkqDv`,
      ),
    ],
  },
  {
    id: 'coinbase',
    name: 'Coinbase',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Coinbase',
    url: 'https://www.coinbase.com',
    countries: ['US'],
    founded: 2012,
    ticker: 'COIN',
    description: 'Exchange and custodian, listed on Nasdaq.',
    centralized: true,
    addresses: [
      ...onEtherscan(
        'Wallet',
        `
        0x3cd751e6b0078be393132286c442345e5dc49699 0x503828976d22510aad0201ac7ec88293211d23da
        0x71660c4005ba85c37ccec55d0c4493e66fe775d3 0xb5d85cbf7cb3ee0d56b3bb207d5fc4b82f43f511
        0xddfabcdc4d8ffc6d5beaf154f18b778f892a0740 0xeb2629a2734e272bcc07bda959863f316f4bd4cf`,
      ),
    ],
  },
  {
    id: 'kraken',
    name: 'Kraken',
    type: 'exchange',
    source: 'https://www.kraken.com',
    url: 'https://www.kraken.com',
    aliases: ['Payward'],
    countries: ['US'],
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/cex/kraken.js',
        'Reserve wallet',
        `
        0x0a869d79a7052c7f1b55a8ebabbea3420f0d1e13 0x267be1c1d684f78cb4f6a176c4911b741e4ffdc0
        0x2910543af39aba0cd09dbb2d50200b3e800a63d2 0x29728d0efd284d85187362faa2d4d76c2cfc2612
        0x43984d578803891dfa9706bdeee6078d80cfc79e 0x66c57bf505a85a74609d2c83e94aabb26d691e1f
        0x89e51fa8ca5d66cd220baed62ed01e8951aa7c40 0xae2d4617c862309a3d75a0ffb358c7a5009c673f
        0xc6bed363b30df7f35b601a5547fe56cd31ec63da 0xda9dfa130df4de4673b89022ee50ff26f6ea73cf
        0xe853c56864a2ebe4576a807d26fdc4a0ada51919 0xfa52274dd61e1643d2205169732f29114bc240b3
        0x53d284357ec70ce289d6d64134dfac8e511c8a3d 0xa83b11093c858c86321fbc4c20fe82cdbd58e09e`,
      ),
      ...addressesAt(
        'https://bitinfocharts.com/top-100-richest-bitcoin-addresses.html',
        'Wallet',
        '12fXB6sBJCGbmf7XhRvTXMDCu91329aven 12gr1kbYQU2M81QBUQ5uAdwA9jKT6oDwx5',
      ),
    ],
  },
  {
    id: 'okx',
    name: 'OKX',
    type: 'exchange',
    source: 'https://www.okx.com',
    url: 'https://www.okx.com',
    aliases: ['OKEx'],
    description: 'Exchange, formerly called OKEx.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://twitter.com/okx/status/1590812545346330624',
        'Reserve wallet',
        `
        13jTtHxBPFwZkaCdm6BwJMMJkqvTpBZccw 13rCGm4Z3PDeYwo5a7GTT4jFYnRFBZbKr1
        14kHu26yWkVD8qAnBfcFXHXxgquNoSpKum 15Exz1BAVan4Eweagy1rcPJnfyc6KJ4GvL
        162z6mSSHzfTqb2Sn3NUk5r1Y2oGoCMCoM 16rF2zwSJ9goQ9fZfYoti5LsUqqegb5RnA
        178E8tYZ5WJ6PpADdpmmZd67Se7uPhJCLX 18QUDxjDZAqAJorr4jkSEWHUDGLBF9uRCc
        1AumBaQDRaCC3cKKQVRHeyvoSPWNdDzsKP 1BsdDaJtgFZrLfzEXvh6cD4VhtHHSHhMea
        1CE8chGD6Nu8qjcDF2uR1wMKyoWb8Kyxwz 1CY7fykRLWXeSbKB885Kr4KjQxmDdvW923
        1DVTB9YKi4KNjyEbAHPp17T8R1Pp17nSmA 1DcT5Wij5tfb3oVViF8mA8p4WrG98ahZPT`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/okex.js',
        'Reserve wallet',
        `
        31qq3eDdNyvyoDGrNYAAN5GU2BagDNANFf 321DUXbk9gEEKG72DU2TcADDyfZXkX3fHP
        32G39DN4kb9Sd6hk8RKySDf1QVFmQeAwtU 32ZB86r6jT4DkAtnYYSHP99xtcai8LePLP
        32hhwGNtGTZ4J1LLz7p6o55Kxm7mzgREJ4`,
      ),
      ...onEtherscan(
        'Wallet',
        `
        0x236f9f97e0e62388479bf9e5ba4889e46b0273c3 0x2c8fbb630289363ac80705a1a61273f76fd5a161
        0x59fae149a8f8ec74d5bc038f8b76d25b136b9573 0x6cc5f688a315f3dc28a7781717a9a798a59fda7b
        0x98ec059dc3adfbdd63429454aeb0c990fba4a128`,
      ),
    ],
  },
  {
    id: 'bybit',
    name: 'Bybit',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/Bybit',
    url: 'https://www.bybit.com',
    countries: ['AE'],
    founded: 2018,
    description: 'In February 2025 about 1.5 billion dollars in ether were stolen from it.',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://www.bybithelp.com/bybitHC_Article?id=000001880',
        'Reserve wallet',
        '1GrwDkr33gT6LuumniYjKEGjTLhsL5kmqC',
      ),
      ...addressesAt(
        'https://blog.bybit.com/en-US/post/statement-from-ben-on-bybit-s-wallets-bltfb7a70c50462875b/',
        'Reserve wallet',
        `
        bc1q2qqqt87kh33s0er58akh7v9cwjgd83z5smh9rp
        bc1q9w4g79ndel72lygvwtqzem67z6uqv4yncvqjz3yn8my9swnwflxsutg4cx
        bc1qjysjfd9t9aspttpjqzv68k0ydpe7pvyd5vlyn37868473lell5tqkz456m
        0x1db92e2eebc8e0c075a02bea49a2935bcd2dfcf4 0xa7a93fd0a276fc1c0197a5b5623ed117786eed06
        0xe1ab8c08294f8ee707d4efa458eab8bbeeb09215 0xee5b5b923ffce93a870b3104b7ca09c3db80047a`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/bybit.js',
        'Reserve wallet',
        `
        12XZMdaAGmcHf4ocFSqpd8jFd1WH7RHUPs 12rFmDggwCNrRL6vuPEjzCDSskTRPjDajP
        139RYdfv7vNtbnK88juMR3s4pgwvB4db9Y 14ug9BVtGnxY8ezvd5cr1PXHeXBYXkpsdw
        16jVbMCcqq1deKrMB3esL2HPso7kvqUsec 1DLeNApsHNNzUMNZJVoXeyEY5sdp8vzx3w
        1HDnsptgeJ6fYFHCgd1TFzLSRpuVcV51GL 1KHch51TT2eazxYkUXtr38GXtPTjf8Mue
        1Ko6Sbu8VgZaQNZMfRgNjR8zVzVN9wL7aX 1LrsskS2hmLvevKiqASDymS8xRmJ7Gp83u`,
      ),
    ],
  },
  {
    id: 'kucoin',
    name: 'KuCoin',
    type: 'exchange',
    source: 'https://en.wikipedia.org/wiki/KuCoin',
    url: 'https://www.kucoin.com',
    countries: ['SC'],
    founded: 2017,
    ticker: 'KCS',
    centralized: true,
    addresses: [
      ...addressesAt(
        'https://www.kucoin.com/blog/transparency-and-trust-a-detailed-list-of-kucoin-s-wallets',
        'Reserve wallet',
        `
        38fJPq4dYGPoJizEUGCL9yWkqg73cJmC2n bc1q080rkmk3kj86pxvf5nkxecdrw6nrx3zzy9xl7q
        bc1q8yja3gw33ngd8aunmfr4hj820adc9nlsv0syvz bc1qgrxsrmrhsapvh9addyx6sh8j4rw0sn9xtur9uq
        0x03e6fa590cadcf15a38e86158e9b3d06ff3399ba 0x14ea40648fc8c1781d19363f5b9cc9a877ac2469
        0x1692e170361cefd1eb7240ec13d048fd9af6d667 0x2a8c8b09bd77c13980495a959b26c1305166a57f
        0x738cf6903e6c4e699d1c2dd9ab8b67fcdb3121ea 0x88bd4d3e2997371bceefe8d9386c6b5b4de60346
        0xb8e6d31e7b212b2b7250ee9c26c56cebbfbe6b23 0xcad621da75a66c7a8f4ff86d30a2bf981bfc8fdd
        0xd6216fc19db775df9774a6e33526131da7d19a2c 0xd89350284c7732163765b23338f2ff27449e0bf5`,
      ),
      ...addressesAt(
        'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/helper/bitcoin-book/kucoin.js',
        'Reserve wallet',
        `
        33Ese6S6Q1b5X8WZZdQkkh17GTKjk5br6U 35T6at7miWoR8GraWESUqGcwo3E4P6rw1E
        36vxozNCoXVxhRwJd1L4SJnPGrJ2L7Wzdw`,
      ),
      ...onEtherscan(
        'Wallet',
        `
        0x2b5634c42055806a59e9107ed44d43c426e58258 0x4ad64983349c49defe8d7a4686202d24b25d0ce8
        0x689c56aef474df92d44a1b70850f808488f9769c`,
      ),
    ],
  },
];
