import type { ChainErrorCode } from '../../errors.ts';
import type { BitcoinNetworkName } from '../networks.ts';

/** Valid addresses with their scripts: BIP173, BIP350, BIP341, and the key_io set of Bitcoin Core. */
export const validAddresses: readonly (readonly [BitcoinNetworkName, address: string, script: string])[] = [
  // BIP173 and BIP350
  ['mainnet', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'testnet',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'mainnet',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  ['mainnet', 'BC1SW50QGDZ25J', '6002751e'],
  ['mainnet', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
  [
    'testnet',
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'signet',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'mainnet',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  // BIP341 wallet vectors
  [
    'mainnet',
    'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
    '512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343',
  ],
  [
    'mainnet',
    'bc1pz37fc4cn9ah8anwm4xqqhvxygjf9rjf2resrw8h8w4tmvcs0863sa2e586',
    '5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3',
  ],
  // Pay-to-anchor
  ['mainnet', 'bc1pfeessrawgf', '51024e73'],
  // key_io
  ['mainnet', '1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', '76a914a31c06bd463e3923bc1aadbde48b16976c08071788ac'],
  ['mainnet', '36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm', 'a914373b819a068f32b7a6b38b6b38729647cfde01c287'],
  ['testnet', 'mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ', '76a914ce28b26c57472737f5c3561a1761185bd8589a4388ac'],
  ['testnet', '2NC2hEhe28ULKAJkW5MjZ3jtTMJdvXmByvK', 'a914ce0bba75891ff9ec60148d4bd4a09ee2dc5c933187'],
  ['signet', 'mww4LvqtTMKvmeQvizPz2EQv26xTneWrbg', '76a914b4110ba93ac54afc14da3bdd19614774a2d55d2988ac'],
  ['signet', '2N1r7aC69VHeE7yQJPDLi9T1PYq4wnwvjuT', 'a9145e5a35ab44b3efaea5129ba22b88ba3e2976614587'],
  ['regtest', 'n4fajahJrAuKbN7uNsKjLjQkz9Qn5ewJXQ', '76a914fdeca3b08e38af53d7c4c60e3ad208ce5066441088ac'],
  ['regtest', '2MxFajLApXpYk4VodBSZSt7rw8y4ryABkfA', 'a91436e9f191e0b75036a77f65e2eaa4752443233fbe87'],
  ['mainnet', 'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv', '00146100fc6343edc8c874496cb2f5bbfec88ea9b77c'],
  [
    'mainnet',
    'bc1qyucykdlhp62tezs0hagqury402qwhk589q80tqs5myh3rxq34nwqhkdhv7',
    '002027304b37f70e94bc8a0fbf500e0c957a80ebda87280ef58214d92f119811acdc',
  ],
  [
    'mainnet',
    'bc1p83n3au0rjylefxq2nc2xh2y4jzz4pm6zxj4mw5pagdjjr2a9f36s6jjnnu',
    '51203c671ef1e3913f94980a9e146ba895908550ef4234abb7503d436521aba54c75',
  ],
  ['mainnet', 'bc1z2rksukkjr8', '520250ed'],
  ['testnet', 'tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54', '0014c0ef1202759fff90ff19128936814321ee59e111'],
  ['testnet', 'tb1rgv5m6uvdk3kc7qsuz0c79v88ycr5w4wa', '53104329bd718db46d8f021c13f1e2b0e726'],
  [
    'signet',
    'tb1rx9n9g37az8mu236e5jpxdt0m67y4fuq8rhs0ss3djnm0kscfrwvq0ntlyg',
    '532031665447dd11f7c54759a48266adfbd78954f0071de0f8422d94f6fb43091b98',
  ],
  ['regtest', 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9', '00146f58bac9506f9bfb821d62e69330410bb56f0085'],
  [
    'regtest',
    'bcrt1pfwxjqvtt4tcxrtdluukfmy2dv7xd2qzdfy6kajv5nwn4yam3wxkq3553uh',
    '51204b8d20316baaf061adbfe72c9d914d678cd5004d49356ec9949ba752777171ac',
  ],
  [
    'regtest',
    'bcrt1sx6p8njlx7h9mc2agz4yg82dzne23050ncq72cneeecez2pst8mahn8xecsf8g6hzx94420',
    '6028368279cbe6f5cbbc2ba8154883a9a29e5517d1f3c03cac4f39ce3225060b3efb799cd9c412746ae2',
  ],
  // Base58check with leading zero bytes: the hash of all zeros, and the coinbase of block 0
  ['mainnet', '1111111111111111111114oLvT2', '76a914000000000000000000000000000000000000000088ac'],
  ['mainnet', '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM', '76a914010966776006953d5567439e5e39f86a0d273bee88ac'],
  ['mainnet', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['demo', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
];

/** Addresses that must be refused, and why: BIP173 and BIP350, with its reasons. */
export const invalidSegwitAddresses: readonly (readonly [
  BitcoinNetworkName,
  address: string,
  code: ChainErrorCode,
])[] = [
  // BIP350
  ['mainnet', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'address_network'],
  ['mainnet', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'address_encoding'],
  ['testnet', 'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'address_encoding'],
  ['mainnet', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'address_encoding'],
  ['mainnet', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'address_encoding'],
  ['testnet', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'address_encoding'],
  ['mainnet', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'address_character'],
  ['mainnet', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'address_witness_version'],
  ['mainnet', 'bc1pw5dgrnzv', 'address_length'],
  [
    'mainnet',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'address_program_length',
  ],
  ['mainnet', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'address_program_length'],
  ['testnet', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'address_mixed_case'],
  ['mainnet', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'address_padding'],
  ['testnet', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'address_padding'],
  ['mainnet', 'bc1gmk9yu', 'address_length'],
  // BIP173; its valid addresses of versions above 0 are wrong since BIP350
  [
    'mainnet',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
    'address_encoding',
  ],
  ['mainnet', 'BC1SW50QA3JX3S', 'address_encoding'],
  ['mainnet', 'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj', 'address_encoding'],
  ['mainnet', 'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', 'address_network'],
  ['mainnet', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'address_checksum'],
  ['mainnet', 'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2', 'address_witness_version'],
  ['mainnet', 'bc1rw5uspcuh', 'address_length'],
  [
    'mainnet',
    'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
    'address_encoding',
  ],
  ['testnet', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7', 'address_mixed_case'],
  ['mainnet', 'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', 'address_encoding'],
  ['testnet', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv', 'address_padding'],
];

/** Refused everywhere: the invalid key_io set of Bitcoin Core (addresses and keys damaged in many ways). */
export const invalidEverywhere: readonly string[] = [
  '',
  'x',
  '1GAdfviErV2Ew95FPtZyikz2qGP3gyCB6Hyu94sedAkPpA523m3fQwps9YKUZkKgQckGPKhRsFR',
  '37G2kMDLpmWVhimxRdzwNfE8JFvWXnJYnVcXeeGrek2qumdJuK7XArcVVpRtLLjRra3t64BEPF2',
  'giymtio7u7oqWtmC9YnvAEKkLF3JQpAdkEFkVJKYrVDfaLbhaDpX1ihfF2vZmya1i61fwLPC3YQ',
  '8iVk9nLM3nYwRuwypjy9NK5rsuZH7BbrQRZ1pgcQmvMnjAgRXD',
  'cPTVQ1hbo4qdoysf6Jx5GthqucNmdfqt6J2pZRFeXv8Ep7Kmjqud',
  '2UB3iG3VJbX2TRrMwm6ssWskgvU9VjFBYSqCzwqkrihCwo7mg4mtS4WuGZgxTKuxf5A3EcotYEymz',
  'tc1qeul5g2xfkvdkrhcfmdursv73ad64jnkjl9c40f',
  'bt1pq65rzej5glw3ra79gav6fqnx4haa0z257qr3mc8cggkefahmgvyseufhc0',
  'tb13hty4qmumlwpp6chxjvcyzza4duqgtmxw3xhm3u9ahj4nyhtwz8eq7ynrj4',
  'bcrt1r2qxpwuge',
  'bc10uexgzna2dpfk0vjt35srz6a27ps6m0l89jweznt83n2sqn2fx4hvn9ym5af8wut34sfrqhk3',
  'tb1qum6uh0pt4q253qaf520929737v63w5gf',
  'bcrt1q888ryfgxpvl0k7vum8zpyar2u2sexvdhkf38ue37yknmqq0ycrwpl3w48y',
  'bcrt1qzwmyj0z924g7fzs5yvnrkc43y76RVyr2lh5t4r',
  'bc1qpu6d26mrulzetu4jqhd7rsunv9aqru26f5c4j8',
  'bc1p702xksx4z3uqf0u2phllxkfe5cgu0adxptqs0uelx0tqt8e885sqryes2l',
  'tb1z7gmh0v6pc30z4xum76lmw8w86yswrlmw',
  'bcrt1sjsrw6nun4h502cr97xmnyyuhkr22q0s6efrgtu',
  '2UVPFpGYnLHJezFzjUo42our6PMEoozzRdM',
  '2MygHQjE1U33q3LSC53p69YqFjP8PihumJAF',
  'KzNbAQ4mexfAxa6RKBzHQqfoTycaeWpv2p',
  '2jDPrDfAKihCGPbPD9ztY8TswAia4V8Bc6vx',
  '39TKsUQ5QpEL1wowc6GMUqak94ijirPuP69ooV3xsFmiKQX2dau',
  'AZEah8d1EK362okRBS66e8SvdtYkrE8tsX',
  '2NDNP7GY59tTJPZTpbkprhM9SR99Nn5rUs7',
  'tb1ly0q7p',
  'TB1QFDFM763VXVSUNZHQLPWC0Q8FG5LJX6ZN',
  // Private keys are not addresses.
  '5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9',
  'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd',
];
