import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Thefts, frauds, seizures, part 2 of 3. */
export const theftsAndFrauds2: readonly SeedEntry[] = [
  {
    id: 'bitfloor-hack',
    name: 'Bitfloor hack',
    type: 'hacker',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    addresses: [
      ...addressesAt(
        'https://bitcointalk.org/index.php?topic=576337',
        'Received stolen bitcoins',
        `
        12D5ytymtCW97NarFN61s81uM471LRf2W8 14YDm4f85Etz777Q8Ca79j9is9t6Cu7rPj
        14wpEjfctvf6R31wqahYgtV8dqaX3YanY8 172Ztr7G4nRgvTjbtpMkUiNFnSNJy3vybJ
        18ARVHSkQzr5egFZaCqmc2VFYXdpAinXbG 1GU88GyRcxPTKdXbXEubsgPrrrt2c32Z4F
        1HWtDRYpo5p31squPsvWWfc2LEFcdChCKa 1JkReEC6qDczSfmD5t2P9vCxcdj1Wotm9j
        1MFLM6Agt6ZokskBoTcF1VVkyMuqd82XBk`,
      ),
    ],
  },
  {
    id: 'flexcoin-hack',
    name: 'Flexcoin hack',
    type: 'hacker',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    addresses: [
      ...addressesAt(
        'https://bitcointalk.org/index.php?topic=576337',
        'Received stolen bitcoins',
        `
        15WEuUbg9zUmNMjQ6p8KJowowVCByegoHG 16f49J8g94yMFW2ejDcxfW2iM8FF6FFnnV
        17fabmvK6mNNbstG1sAz5BuTTwm89puWru 1AXxRoMHrEbbk43dciTmuTiouprHtRTATi
        1DssS2srnAra8ghUpgEHsEARswej4SMgd3 1HbEfchoAtf1w4u6tt35NtBnrgNV83fjk5
        1KEHEBtoczmboK1wwMfyfETdj4kaKEbHPh 1NDkevapt4SWYFEmquCDBSf7DLMTNVggdu
        1QFcC5JitGwpFKqRDd9QNH3eGN56dCNgy6 1qWxCe9sj17XCadDDXt8VvhfwREFoobCk`,
      ),
    ],
  },
  {
    id: 'vircurex-hack',
    name: 'Vircurex hack',
    type: 'hacker',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    addresses: [
      ...addressesAt(
        'https://bitcointalk.org/index.php?topic=576337',
        'Received stolen bitcoins',
        `
        17gPdCyzEMRXdNTBpHrUhsM4FaiWMHhx2Q 1CzMSWwDa8XjnrVWCKNpUZn7T1VTEdL4sU
        1FDzcx53mZsSpyRqD9g6Pn3TqkQyeGjXEQ 1PWQJu9AskoXEBYMod1KqPE6TTG4VYNz1P`,
      ),
    ],
  },
  {
    id: 'inputs-io-hack',
    name: 'Inputs.io hack',
    type: 'hacker',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    addresses: [
      ...addressesAt(
        'https://bitcointalk.org/index.php?topic=576337',
        'Received stolen bitcoins',
        '1Acj4bQBSh385WLzZKv9s1cwrYmUwUgdYg 1EMztWbGCBBrUAHquVeNjWpJKcB8gBzAFx',
      ),
    ],
  },
  {
    id: 'picostocks-hack',
    name: 'Picostocks hack',
    type: 'hacker',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    addresses: [
      ...addressesAt(
        'https://bitcointalk.org/index.php?topic=576337',
        'Received stolen bitcoins',
        '12RAM7r4EraZ5ESU5QJwe8sS3gj3YYEgpF 1NzM1bdTKuK9z3pQUCc1raXPezYUenSNWj',
      ),
    ],
  },
  {
    id: 'bips-hack',
    name: 'BIPS hack',
    type: 'hacker',
    source: 'https://bitcointalk.org/index.php?topic=576337',
    countries: ['DK'],
    addresses: [
      ...addressesAt(
        'https://bitcointalk.org/index.php?topic=576337',
        'Received stolen bitcoins',
        '1Grk9mDQpWhwikQbLin1PZseyQD2vvtXGn 1LuG91tcSQxKj32BsCoRkX7yQLfj9LtkCs',
      ),
    ],
  },
  {
    id: 'bter-hack-2015',
    name: 'Bter hack of 2015',
    type: 'hacker',
    source: 'https://www.coindesk.com/bter-bitcoin-stolen-cold-wallet-hack',
    description: '7,170 bitcoins were stolen in February 2015.',
    addresses: [
      ...addressesAt(
        'https://www.coindesk.com/bter-bitcoin-stolen-cold-wallet-hack',
        'Received stolen bitcoins',
        '18ywz63JuUjsQ9kWyKs48dnRd2w1Hix7FY 1Ni8z1MbaF4ri8GGE67BWtLu66YnXj2BuW',
      ),
    ],
  },
  {
    id: 'twitter-hack-2020',
    name: 'Twitter hack of July 2020',
    type: 'scam',
    source: 'https://en.wikipedia.org/wiki/2020_Twitter_account_hijacking',
    description: 'Accounts of well-known people were used to ask for bitcoins.',
    addresses: [
      ...addressesAt(
        'https://techcrunch.com/2020/07/15/twitter-accounts-hacked-crypto-scam/',
        'Received the payments',
        `
        1Ai52Uw6usjhpcDrwSmkUvjuqLpcznUuyF bc1qwr30ddc04zqp878c0evdrqfx564mmf0dy2w39l
        bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh`,
      ),
    ],
  },
  {
    id: 'electrum-phishing',
    name: 'Electrum phishing',
    type: 'scam',
    source: 'https://blog.malwarebytes.com/detections/osx-electrumstealer/',
    description: 'A false update of the wallet Electrum.',
    addresses: [
      ...addressesAt(
        'https://blog.malwarebytes.com/detections/osx-electrumstealer/',
        'Received stolen bitcoins',
        `
        14MVEf1X4Qmrpxx6oASqzYzJQZUwwG7Fb5 bc1q92md7868uun8vplp9te0vaecmxyc5rrphdyvxg
        bc1qhsrl6ywvwx44zycz2tylpexza4xvtqkv6d903q`,
      ),
    ],
  },
  {
    id: 'al-qaeda-fundraising-2020',
    name: 'Al-Qaeda fundraising, forfeited in 2020',
    type: 'terrorism',
    source: 'https://www.justice.gov/opa/press-release/file/1304296/download',
    description: 'Addresses of a forfeiture complaint of the United States of August 2020.',
    addresses: [
      ...addressesAt(
        'https://www.justice.gov/opa/press-release/file/1304296/download',
        'Named in the complaint',
        `
        12eyVkVExHiBLyxojCZfYFfo9VE5aLY1p6 12jUCD1da5EzutFg1zWq9fhmE1dAkB5MxF
        1421chCK32pV32Tw5MQbiUiKWKvnmj7d91 14mNSNTp8N9ATPoyfYQCfnm8B43YjLNbwG
        15K9Zj1AU2hjT3ebZMtWqDsMv3fFxTNwpf 15WezvMKGdnBjEMYjCSa3r69ZudGzGp66t
        15kV9USE7keMUy4GBuBDXow7mydZ25RncJ 161rhMMWhtFw4zSLgmubAfx9DkAnQxXLRs
        163oWqgPk8fKhUqmHpNnoQhikfFjHyD3Pr 16xYb8rkWA4aaPpaqg8jsHreW64DHXUvW8
        17J9tFkU7Z5tjotQJBdsUWVxfP2WWBquyb 17qRPuXAu2yJd31e3Fdd8rWuiKUxsC85Nu
        185i3gHsTe2kfzG6iQZGoyJX1bK4QhKHxu 18HxszY7vsYMvFMRNsbjZRQrS3A4r3YVS7
        18Woupz3chLHCDbjXeJWXEi7FJpYLGtpFh 18woRRJNizuSjATH6mRwEuXChrQeJ9hzkj
        1A4kjy59YcYJNThyEX9nGgj7615qnXVgea 1AmYvWtDbxgU2eYxEfdQRicj4hBr3k4wtv
        1Awi7RLBGdT9qCo5SCB5y6Xea7MTb1F5Xc 1AyBtxgmP1MWxMSokB36t6BvAScRQWPfUY
        1B71wHvBgFqXzc3H9uxf3V1q8LB7XrdgDk 1BQAPyku1ZibWGAgd8QePpW1vAKHowqLez
        1BVjLitLbaHGZrfU7Xuj8js9fEPrtUGxut 1BdVWKUaUkH33oB6fYs5rN6zYj4HAv9xDe
        1BeTdU7ymcSTHfJhYKaMhJjzeJMJWHEnCY 1Bjd913RMgMxJyqp84Uopx5GtDUYJXbcBB
        1BpGu5BFS3uw8J81KCfvudQcHWnn95cRhQ 1C7rUNar8G8v5vWAqg1FkidJAj9PdAaqNq
        1CcEbXYSNwvN8T4e7rjgURATqgQEWRqq2J 1CoEM6LVSxdBUiyudqLXSSuwiy79j6Yb2X
        1CwVW45KkWjFeBoP1LZSESNnh8vQR2g7bG 1CxR1hxQYw953sy9nXhFKX3vQxKX2XuQNE
        1DTzYoa85xFfKcYK4iqSfbkFHhaeZhXpA3 1DnGvHRkXC7hTXuTDDxqNEwUYyhgR1nSDn
        1DnKvXkfAKnBnp8WzfwCFSLakoYv9y6p6S 1DzHmgAJawvA8ZawUmsxKfN1qcDHvC8JGU
        1EPnWUooTb4Cz9WpnxidRotevaZFUFfiVG 1FQkGKvP5FmYTvKP1qGG98SNVohxzzeZpQ
        1FbxH4UnNXXx2yMrDH9JM1nTK2uRK7tbbm 1G3VhaP8E5CLrh1PXmbCwNgdWnYvVpSFzh`,
      ),
    ],
  },
  {
    id: 'plustoken',
    name: 'PlusToken',
    type: 'investment_scam',
    source: 'https://boxmining.com/plus-token-ponzi/',
    countries: ['CN'],
    description: 'Pyramid scheme.',
    dead: true,
    addresses: [
      ...addressesAt(
        'https://boxmining.com/plus-token-ponzi/',
        'Named in reports on the scheme',
        `
        31owhyALzzPEqUFwRbU5yQR4wNhYEjCiE5 33FKcwFhFBKWHh46Ksmxs3QBu8HV7h8QdF
        33LNws16Wfs12usWBNfa1MSX3YKY6Hdayf 35bCzX3RQEWdquqCPQkmdJdu2K4ut1roUZ
        3ESakThMrdVVrbhhcpf9spicyjCg1Uk8Jm 3ETAVt2scYBFkBFksuNDk1i5tDLQ2c4zWR
        3EYsru4LUcN258sENYPu5Py3S5WnqxEcnE 3HKs1g7u5a1uU4pC5HaNooYMbL1Lao4mv4
        3HwY536CxznDxMjiRCFkpx5ykwJbJMZY4w 3PBN3MCpDcZKr7WdyY1ULq1NeGwLNjpkj7`,
      ),
    ],
  },
  {
    id: 'forsage',
    name: 'Forsage',
    type: 'investment_scam',
    source: 'https://arxiv.org/abs/2105.04380',
    description:
      'Pyramid scheme on contracts, according to the Securities and Exchange Commission of the United States.',
    addresses: [
      ...addressesAt(
        'https://arxiv.org/abs/2105.04380',
        'Contract',
        '0x488e3a4bbbb2386ba619eed88319e807c3ddb6c2 0x5acc84a3e955bdd76467d3348077d003f00ffb97',
      ),
    ],
  },
  {
    id: 'onecoin',
    name: 'OneCoin',
    type: 'investment_scam',
    source: 'https://en.wikipedia.org/wiki/OneCoin',
    url: 'https://www.onecoin.eu',
    countries: ['BG'],
    founded: 2014,
    description: 'Pyramid scheme without a blockchain; a founder was sentenced in 2023.',
    dead: true,
  },
  {
    id: 'bitconnect',
    name: 'BitConnect',
    type: 'investment_scam',
    source: 'https://en.wikipedia.org/wiki/Bitconnect',
    founded: 2016,
    description: 'Pyramid scheme, closed in January 2018.',
    dead: true,
  },
  {
    id: 'mmm-global',
    name: 'MMM Global',
    type: 'investment_scam',
    source: 'https://en.wikipedia.org/wiki/MMM_(Ponzi_scheme_company)',
    founded: 2011,
    description: 'Pyramid scheme of Sergei Mavrodi.',
    dead: true,
  },
];
