import { addressesAt, onEtherscan, onWalletExplorer } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Custodians and wallets. */
export const custodyAndWallets: readonly SeedEntry[] = [
  {
    id: 'bitgo',
    name: 'BitGo',
    type: 'custodian',
    source: 'https://www.bitgo.com',
    url: 'https://www.bitgo.com',
    countries: ['US'],
    description: 'Custodian and maker of wallets with several keys.',
  },
  {
    id: 'anchorage-digital',
    name: 'Anchorage Digital',
    type: 'custodian',
    source: 'https://www.anchorage.com',
    url: 'https://www.anchorage.com',
    description: 'Bank with a charter of the OCC that keeps crypto-assets.',
  },
  {
    id: 'copper',
    name: 'Copper',
    type: 'custodian',
    source: 'https://copper.co',
    url: 'https://copper.co',
  },
  {
    id: 'ceffu',
    name: 'Ceffu',
    type: 'custodian',
    source: 'https://www.ceffu.com',
    url: 'https://www.ceffu.com',
    description: 'Custodian of institutions, formerly Binance Custody.',
  },
  {
    id: 'coinbase-custody',
    name: 'Coinbase Custody',
    type: 'custodian',
    source: 'https://www.coinbase.com/prime',
    url: 'https://www.coinbase.com/prime',
    countries: ['US'],
    parent: 'coinbase',
    description: 'Custodian of Coinbase.',
  },
  {
    id: 'prime-trust',
    name: 'Prime Trust',
    type: 'custodian',
    source: 'https://www.primetrust.com',
    url: 'https://www.primetrust.com',
    dead: true,
  },
  {
    id: 'sygnum',
    name: 'Sygnum',
    type: 'custodian',
    source: 'https://www.sygnum.com',
    url: 'https://www.sygnum.com',
    description: 'Bank licensed by FINMA.',
  },
  {
    id: 'amina-bank',
    name: 'AMINA Bank',
    type: 'custodian',
    source: 'https://aminagroup.com',
    url: 'https://aminagroup.com',
  },
  {
    id: 'matrixport',
    name: 'Matrixport',
    type: 'broker',
    source: 'https://www.matrixport.com',
    url: 'https://www.matrixport.com',
  },
  {
    id: 'xapo-bank',
    name: 'Xapo Bank',
    type: 'custodian',
    source: 'https://www.xapobank.com',
    url: 'https://www.xapobank.com',
    aliases: ['Xapo'],
    description: 'Bank in Gibraltar.',
    addresses: [
      ...onWalletExplorer('Wallet of Xapo.com', '337RfngTLRTpU7RT9sKWQWDdmfcdmWnugi'),
      ...addressesAt(
        'https://bitinfocharts.com/top-100-richest-bitcoin-addresses.html',
        'Wallet',
        '35DVAzDtZDKAU94kFT9sxoscnuLCTxgwYc 3JhQ8xhaeFPvcNdDTieRpJQi5GQs6RKu26',
      ),
    ],
  },
  {
    id: 'checksig',
    name: 'CheckSig',
    type: 'custodian',
    source: 'https://www.checksig.com/por/',
    url: 'https://www.checksig.com',
    countries: ['IT'],
    description: 'Custodian that proves its reserves in public.',
    addresses: [
      ...addressesAt(
        'https://www.checksig.com/por/',
        'Reserve wallet',
        `
        bc1q0djzlgy652674pns73x2ka5j8c2p9vl8q0cq650f9xgsppdk9eeqd4zclf
        bc1q0l3983t2k7a2656xn59285aeu9qdgsmmgst5teze4wnva9zdkd9qgq7l9p
        bc1q0leyssdnftn28wr0lup5susske4mgfgs9as4nh9rza9aqkrm37csnw0f8v
        bc1q0u6mlmlghegln264n3ks5g4s7x9meaks3sartfq904fygv5gretqjsfkm3
        bc1q0wk2apulgmd982ssqyxuq4vhhxrzrgg4qdynqkz7yhw4sqq62gqqcpvyjn
        bc1q2lc77myfayhtjtelw60h5x2nesnfd65zfegqvaea5yv06ueglt6syhnpy9
        bc1q2ldhctvpkv05xlpaca50vppdgr5kme2hkawp2l975yjg7ycndn9ss9t4k5
        bc1q2pmqz06zz9jz8ckxaxe67s35539n2g7e8npva2kg2fh24yndefxs7jrx7d
        bc1q2yupfwr54k33ghr6apjxu4g7klwx7ganzpxpqd0cw07zh992p9kqv38e7p
        bc1q36nvpzlrj854zklgdq80u4q57jlqkkdkjwcuhx3tej0t5yu6k65qahgj8k
        bc1q3fpd9mufcuz290vr79ele6kxpumuwj274c47wpyqh8c609gmya0qlz4hjv
        bc1q3lvyvzny5sqdzlu436vspdn3kujncy8q5tpr8uqrp2facgs2szes48sj3n`,
      ),
    ],
  },
  {
    id: 'ledger',
    name: 'Ledger',
    type: 'wallet_service',
    source: 'https://www.ledger.com',
    url: 'https://www.ledger.com',
    countries: ['FR'],
    description: 'Maker of hardware wallets.',
  },
  {
    id: 'metamask',
    name: 'MetaMask',
    type: 'wallet_service',
    source: 'https://en.wikipedia.org/wiki/MetaMask',
    url: 'https://metamask.io',
    countries: ['US'],
    founded: 2016,
    description: 'Wallet of Consensys for Ethereum and other networks.',
  },
  {
    id: 'electrum',
    name: 'Electrum',
    type: 'wallet_service',
    source: 'https://en.wikipedia.org/wiki/Electrum_(software)',
    url: 'https://electrum.org',
    founded: 2011,
    description: 'Free wallet for Bitcoin.',
  },
  {
    id: 'blockchain-com',
    name: 'Blockchain.com',
    type: 'wallet_service',
    source: 'https://en.wikipedia.org/wiki/Blockchain.com',
    url: 'https://www.blockchain.com',
    countries: ['LU'],
    founded: 2011,
    description: 'Wallet, explorer and exchange.',
  },
  {
    id: 'argent',
    name: 'Argent',
    type: 'wallet_service',
    source: 'https://www.argent.xyz',
    url: 'https://www.argent.xyz',
    description: 'Wallet on contracts of Ethereum and Starknet.',
  },
  {
    id: 'freewallet',
    name: 'Freewallet',
    type: 'wallet_service',
    source: 'https://freewallet.org',
    url: 'https://freewallet.org',
    addresses: [
      ...onEtherscan(
        'Wallet',
        '0x6025d96932d378be7d0a46343b437678a126ecca 0x7ed1e469fcb3ee19c0366d829e291451be638e59',
      ),
    ],
  },
  {
    id: 'cryptonator',
    name: 'Cryptonator',
    type: 'wallet_service',
    source: 'https://www.cryptonator.com',
    url: 'https://www.cryptonator.com',
    addresses: [
      ...onWalletExplorer(
        'Wallet of Cryptonator.com',
        '15J8d7gz6Qa8Bmg6eMZjgtnevEAgzUzwBm 3QQLhY64kgsE6uumvuY1ueijLGin4TmMh4',
      ),
      ...onEtherscan('Wallet', '0x4fed1fc4144c223ae3c1553be203cdfcbd38c581'),
    ],
  },
  {
    id: 'instawallet',
    name: 'Instawallet',
    type: 'wallet_service',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    url: 'https://www.instawallet.org',
    description: 'Early wallet on the web; closed after a theft in April 2013.',
    dead: true,
    addresses: [...onWalletExplorer('Wallet of Instawallet.org', '1PNGgjTAYALD7Ga4QV65U2j9EdJB1rFwD8')],
  },
  {
    id: 'mybitcoin',
    name: 'MyBitcoin',
    type: 'wallet_service',
    source: 'https://en.bitcoin.it/wiki/MyBitcoin',
    url: 'https://www.mybitcoin.com',
    description: 'Early wallet on the web; closed in August 2011.',
    dead: true,
    addresses: [...onWalletExplorer('Wallet of MyBitcoin.com', '1NvHQuuddkQgEpXTat6fiWhSyeEAzg4f5n')],
  },
];
