import { addressesAt, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Mixers and coordinators of CoinJoins. */
export const mixers: readonly SeedEntry[] = [
  {
    id: 'bitcoin-fog',
    name: 'Bitcoin Fog',
    type: 'mixer',
    source: 'https://en.wikipedia.org/wiki/Bitcoin_Fog',
    founded: 2011,
    description: 'Mixer; its operator was convicted in March 2024.',
    dead: true,
    addresses: [...onWalletExplorer('Wallet of BitcoinFog', '3Hd4H9djrv9vyQ9S2T86oVK42Fv3NUs4cM')],
  },
  {
    id: 'helix-mixer',
    name: 'Helix',
    type: 'mixer',
    source: 'https://en.wikipedia.org/wiki/Cryptocurrency_tumbler',
    founded: 2014,
    description: 'Mixer of the Grams search engine, closed in 2017; its operator pleaded guilty in 2021.',
    dead: true,
    addresses: [
      ...addressesAt(
        'https://www.walletexplorer.com/wallet/HelixMixer',
        'Wallet of HelixMixer',
        `
        12P346sNugbieE35YeBoawhGt1k5bws6sz 12QVT4TeW9RQZ5dcdK3V2kbPHvcaub6qy4
        12gGpXLJm2H1UqCNxtqa3Rd35kzaL8FL8S 12yJ8YpdRygw7h7xNo2g89fXaPEnMcXAe8
        13KBRwUNHcRK5pNeHhyJJMNFhtinjmC8ZD 15jYWwzMdechasgKzdgiahDvkd69d1yfvi
        16DmoH17r1HPkqoWTnCjpeLAtwoivxi8vx 17FNhrq8rrmQNpNeP51XEX13mqnB3bKLwH
        17FUvSRRH4ziFBQjRAda2YYZz9e4RbqxnX 17UZY9PKqpEpkJh9F6AJ7qnSwGFhKWZEsR
        17urmZ3HfdfivHFS1oLBT9aXbE85wMUGcY 17z1UJQGQbaoU9rsUgwSftWNzBZRiSQfo8
        189sx3cvfJjJ13qKcEu1BZpV23Nz3pe5Gh 18D8owSFDtsGB7Z5kUJLE3juNEajYiAN5E
        19ZbtDqwSRpZeZzpeSQUsLVMm2Du9iv2ZV 19jqSCD1iT2DPrtS3zuTqG3RUPuLLX1omA
        1A4WJ6aQQvhciBuGDLzJymCZi1CEZs4RZB 1B3DPHiXLkAnqLeCJ6XPxrhNztxPdGuiQH
        1B9VYTeVEPj3HqRRg7g7vQGPaiWrAznQTd 1CzRGQPYkmA5VmL7kNhqUmuaKJ3T6d74EZ
        1DPEgCsiBLK5KnfgjfVyefA6ryd6azAoFT 1Dk5PVnBpyaERQQfigoC9TRkCRZ7Cv2Sg3
        1Ep7uERoQ9jkR2QU2kCoFJ7dYFvvjUemHX 1FCGY1Y8gGGLGJQt25EV4NZwCp1o9471tm
        1FKPUFEF2xp4h6XRDFVfofjV979n8Nn4FD 1HKAiMDV6Z5A8TrTgcTjM4hZ4fEgYnuTu
        1HQaGqRTRGeSUEzvTLvoxGLZ7fCPuvMibL 1HTGRM8kRKknrRiqsYVtwAJUMxEXJ7oQ5v
        1JaLu4mHcgh4dctvrkFDtohuT5A7BU5c61 1KGRjwzP278CRGyH3eiDHWRmfh7kPAZvrh
        1Lhj6pGnYX3YgjhhTH6xwSvCCfkotjNnCe 1MLKhJrnMEZWzoLS8PtnxmfD7zmYuHhQPp
        1NB5ZS8nZ11Q6mt2HipswaG7ktma4WXvGS 1QKjwu1BVymHTtVeVVwTA6ZVnfd8ivpz7b
        1S6e3RF6FeDTgsBQqT1khyhhxjvccbqQ6`,
      ),
    ],
  },
  {
    id: 'chipmixer',
    name: 'ChipMixer',
    type: 'mixer',
    source: 'https://en.wikipedia.org/wiki/Cryptocurrency_tumbler',
    tags: ['seized'],
    founded: 2017,
    description: 'Mixer seized by authorities of Germany and the United States in March 2023.',
    dead: true,
    addresses: [
      ...addressesAt(
        'https://fc21.ifca.ai/papers/103.pdf',
        'Seen in use by the mixer',
        `
        14CEGbEgJvuWhL9vp37xmTzhrNzPJCCoED 14zK4seKpEe1C8cqukYXoBEyjqrN6iJeAD
        16eSwe96RxFpQFWp7Lzpn3L3HvdZk8AvTa 1Ea7SVw4V1BupVqkp6ix6i9ZeJxER7cCTe
        1F1R5G1BU9VFhXCGSGJMYCLbvKurPvkXBC 1F5nisjLKEHrjnAym6JzioEqcqECERsVnS
        1HwX9D1TpBUZnuNXDEvBEYyuF4fjmVbmqX 1LAScEFHGkfpyjtFzA4g9283JmL2cYR9Tx
        1MMJ2tWfzYZ2WBFL8hRsDMu2nyMe2m5Ake 1NxCCqyv8qBLQGuqPTJGwvtGLq9VYsBSVm`,
      ),
    ],
  },
  {
    id: 'bestmixer-io',
    name: 'Bestmixer.io',
    type: 'mixer',
    source: 'https://en.wikipedia.org/wiki/Cryptocurrency_tumbler',
    url: 'https://bestmixer.io',
    tags: ['seized'],
    founded: 2018,
    description: 'Mixer seized by Dutch authorities in May 2019.',
    dead: true,
  },
  {
    id: 'cryptomixer',
    name: 'CryptoMixer',
    type: 'mixer',
    source: 'https://fc21.ifca.ai/papers/103.pdf',
    url: 'https://cryptomixer.io',
    description: 'Mixer on the web.',
    addresses: [
      ...addressesAt(
        'https://fc21.ifca.ai/papers/103.pdf',
        'Seen in use by the mixer',
        `
        12J9tcZpVnrfmvCmnDs38mNxiPqcAQ95TG 12bvwyEjLdt5FFgEJa7qZinAFN961T5xMU
        1CMQ8cgrB28DGYGLjaN7ba5emxVz1kFAuh 1DG9YYTGUixKqVYHaCzaag5bsjrBmWNXAd
        1DUsErBM2tC1xTZ3Me1Zx6HQ8MPxAT6C2T 1EG4YLkuLKFtDHnV932okCGGs1DvNHwdng
        1FKW73dX1F5wqtvqnP3QjAawAKYi5eSmLr 1GAyaaWcPg7kZzNP7e6z7KQNZqCSY6d2sd
        1JjyznXuQWP8VAmBTgWkys1psaTs9GKF6r 1K1ed5ogYGpj8HAuj3PLXNu2P5aHFwPaHW`,
      ),
    ],
  },
  {
    id: 'mixtum',
    name: 'MixTum',
    type: 'mixer',
    source: 'https://fc21.ifca.ai/papers/103.pdf',
    url: 'https://mixtum.io',
    description: 'Mixer on the web.',
    addresses: [
      ...addressesAt(
        'https://fc21.ifca.ai/papers/103.pdf',
        'Seen in use by the mixer',
        `
        332SjSDoGsnjSre7j7QYMRpyT6c96kKUQX 3361aqJfTCA7gZGfRBoNn6SvvTXPCv92MP
        3663cBk9vjxa4B2KWPSc2dyypqDMHytraG 36RrVnTgnoz8HmfYF6ijZUPnFT9TMNyVjX
        36Uj2sowMPo5TkFPNwiB7PzEgV2iEqXjhY 37bpKGuYtWXL9ewwa4Vmm4NfT6cHXF7P7s
        3AbDtcEcSosVzLeEvwX2Yqf45ajPYXE5SD 3Eh2kE4RoEjwaotX5mgB49VENmRkHmufhN
        3GVc5KoPEp8HYXhAtXStC6HRf8h2WurUo7 3GW92JrK72yWvDckL6ssPdZbEMd7GesvZA
        3Jb1gSnRUjNhVnznciqzPHgRCnRNhujD2n 3JiY4vgAx9fUP1vZ7SQD9aPkpKd3Aeik4y
        3NbGidcMjHFsNCZcT1C5P2wyijmV8ePE5G 3PBmRmG82Pd8hBG3Cmt5Z2PtPaJLK1ukjC
        3Pdfzi6uR9sPrFPiVjvSME5uqMzGBn786f`,
      ),
    ],
  },
  {
    id: 'bitcoin-mixer',
    name: 'Bitcoin Mixer',
    type: 'mixer',
    source: 'https://fc21.ifca.ai/papers/103.pdf',
    description: 'Mixer on the web.',
    addresses: [
      ...addressesAt(
        'https://fc21.ifca.ai/papers/103.pdf',
        'Seen in use by the mixer',
        `
        343aAu7k7DGxCQtwtkt3YCgBxt1nZm5Bgk 35bt1QuEdRm7AY44uJCLUJC9ygW6pHnB2N
        36EQ5RTS6ToG9Ny7dn84etWeQRvDcxxw7Z 38JKa6sF9tcqCwHQAbuAJYjPyyBVBJr1MT
        39JZQgoh5PboHg4QiSYKRa96DZbJu3PCAD 3CwdEUBWSkF6GpWfyxxt5y7jYf4q3PX9ez
        3EEBR2JaYCbpAp7d3f5E6F1byKTbunYGxG 3EYFGJotD4BagUaP9qTZWM5A6BdP4oNd2V
        3EnihQM88pzowGpGuvVb1GPBYnbSUh3Yft 3FCdNqsSF6jhqo1kZqNvNCieRm6VNf7sEP
        3MNUhPsjHKUMbQDApnEwszZK6Qa8ThcjnM 3PV4Ns33S9V71iN1k17tpgPoXo1sL8S2Ad
        bc1q5kq5llycamka6g5uv05myj6eaeruall3squ5q9 bc1qgdrkyenkfd63psje4dq5uhfddlmla8mn68z4td
        bc1qgtte897j75n5wcgstvmywzvueqky9q8czryv6t bc1qhaly65s8yedgsvcd2hl8ep02aqyufqqlp8pzxc
        bc1qhdxr6xwmut3lvmcvruuwjzmar9fhlu07zwtxht bc1qpk7nx089zwzkvp0p7wy6zm2pczn0szyjtj4gd6
        bc1qtq2gfpnw2jetfung25sdxggranmx90n72y7zp0 bc1qzpy6ee7uraedrc6qhp9t0hzr0kjlkx7cgu3e5g`,
      ),
    ],
  },
  {
    id: 'sudoku-wallet',
    name: 'Sudoku Wallet',
    type: 'mixer',
    source: 'https://fc21.ifca.ai/papers/103.pdf',
    description: 'Mixer by wallets whose keys change hands.',
    addresses: [
      ...addressesAt(
        'https://fc21.ifca.ai/papers/103.pdf',
        'Seen in use by the mixer',
        `
        14t4j3zcuj82oL8rTeu4jLeEF6U9CaTzbk 15hHEC8pc1rtjkJ9ZEqshtvkC1gpW9wbR6
        15riUfMEU2fNRRJQT9kUiLvb6QgstYhU2N 17ozBNAvbs95TnzMyhfeAck9TGdTjeg2fC
        1AJThTjvfQCEV3ffinPyszQp79GCxTmRwF 1BEGrAuCCRucHqSi15avkYTj623wTeRviy
        1BQe7ctKnFJHqviFRDJmE2bgduvaDTsRrV 1EXA5Hh5B7gELo9VdCynKe6N75YPQUKHsU
        1FAYBB3xiFsbg5nUM8a7ShfQvPaN4GKaZA 1MpcMs5nXufTPvp4oi5MpbM517Jj3CvdDm
        1Ncdcwurr679jfDLupqPeGM2EFqNpZVV3J`,
      ),
    ],
  },
  {
    id: 'bitlaunder',
    name: 'BitLaunder',
    type: 'mixer',
    source: 'https://bitlaunder.com',
    url: 'https://bitlaunder.com',
    description: 'Mixer on the web.',
    addresses: [...onWalletExplorer('Wallet of BitLaunder.com', '1DLKdw2MgL6biQnevCKVTU3otYJNyN8NN5')],
  },
  {
    id: 'wasabi-wallet',
    name: 'Wasabi Wallet',
    type: 'coinjoin_coordinator',
    source: 'https://en.wikipedia.org/wiki/Wasabi_Wallet',
    url: 'https://wasabiwallet.io',
    founded: 2018,
    description: 'Wallet with CoinJoin; the coordinator of its company zkSNACKs closed in June 2024.',
    addresses: [
      ...addressesAt(
        'https://github.com/nopara73/WasabiVsSamourai/blob/master/WasabiVsSamourai/CoinJoinIndexer.cs',
        'Fees of the coordinator',
        'bc1qs604c7jv6amk4cxqlnvuxv26hv3e48cds4m0ew bc1qa24tsgchvuxsaccp8vrnkfd85hrcpafg20kmjw',
      ),
    ],
  },
  {
    id: 'samourai-wallet',
    name: 'Samourai Wallet',
    type: 'coinjoin_coordinator',
    source: 'https://en.wikipedia.org/wiki/Samourai_Wallet',
    url: 'https://samouraiwallet.com',
    tags: ['seized'],
    founded: 2015,
    description:
      'Wallet with the CoinJoin Whirlpool; seized in April 2024, its founders pleaded guilty in 2025.',
    dead: true,
  },
  {
    id: 'joinmarket',
    name: 'JoinMarket',
    type: 'coinjoin_coordinator',
    source: 'https://github.com/JoinMarket-Org/joinmarket-clientserver',
    url: 'https://github.com/JoinMarket-Org/joinmarket-clientserver',
    description: 'Free software for CoinJoins between makers and takers without a coordinator.',
  },
  {
    id: 'railgun',
    name: 'Railgun',
    type: 'mixer',
    source: 'https://www.railgun.org',
    url: 'https://www.railgun.org',
    description: 'Contracts for private balances on Ethereum.',
  },
];
