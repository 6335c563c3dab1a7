import { addressesAt } from './listed-addresses.ts';
import type { SeedEntry } from './seed-entry.ts';

/** Services and groups on the list of OFAC, with the days of listing and delisting, part 1 of 4. */
export const sanctioned1: readonly SeedEntry[] = [
  {
    id: 'tornado-cash',
    name: 'Tornado Cash',
    type: 'mixer',
    source: 'https://en.wikipedia.org/wiki/Tornado_Cash',
    url: 'https://tornado.cash',
    description: 'Contracts that mix ether and tokens on Ethereum; taken off the list on 21 March 2025.',
    ofac: {
      from: '2022-08-08',
      to: '2025-03-20',
      source: 'https://ofac.treasury.gov/recent-actions/20220808',
      programs: ['CYBER2'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20221108',
        'Listed by OFAC until March 2025',
        `
        0x07687e702b410fa43f4cb4af7fa097918ffd2730 0x0836222f2b2b24a3f36f98668ed8f0b38d1a872f
        0x09193888b3f38c82dedfda55259a82c0e7de875e 0x12d66f87a04a9e220743712ce6d9bb1b5616b8fc
        0x1356c899d8c9467c7f71c195612f8a395abf2f0a 0x169ad27a470d064dede56a2d3ff727986b15d52b
        0x178169b423a011fff22b9e3f3abea13414ddd0f1 0x179f48c78f57a3a78f0608cc9197b8972921d1d2
        0x22aaa7720ddd5388a3c0a3333430953c68f1849b 0x23773e65ed146a459791799d01336db287f25334
        0x2717c5e28cf931547b621a5dddb772ab6a35b701 0x2f50508a8a3d323b91336fa3ea6ae50e55f32185
        0x2fc93484614a34f26f7970cbb94615ba109bb4bf 0x3efa30704d2b8bbac821307230376556cf8cc39e
        0x4736dcf1b7a3d580672cce6e7c65cd5cc9cfba9d 0x47ce0c6ed5b0ce3d3a51fdb1c52dc66a7c3c2936
        0x58e8dcc13be9780fc42e8723d8ead4cf46943df2 0x5cab7692d4e94096462119ab7bf57319726eed2a
        0x5efda50f22d34f262c29268506c5fa42cb56a1ce 0x5f48c2a71b2cc96e3f0ccae4e39318ff0dc375b2
        0x5f6c97c6ad7bdd0ae7e0dd4ca33a4ed3fdabd4d7 0x610b717796ad172b316836ac95a2ffad065ceab4
        0x653477c392c16b0765603074f157314cc4f40c32 0x722122df12d4e14e13ac3b6895a86e84145b6967
        0x746aebc06d2ae31b71ac51429a19d54e797878e9 0x756c4628e57f7e7f8a459ec2752968360cf4d1aa
        0x8589427373d6d84e98730d7795d8f6f8731fda16 0x88fd245fedec4a936e700f9173454d1931b4c307
        0x910cbd523d972eb0a6f4cae4618ad62622b39dbf 0x94a1b5cdb22c43faab4abeb5c74999895464ddaf
        0x94c92f096437ab9958fc0a37f09348f30389ae79 0x9ad122c22b14202b4490edaf288fdb3c7cb3ff5e
        0xa160cdab225685da1d56aa342ad8841c3b53f291 0xa60c772958a3ed56c1f15dd055ba37ac8e523a0d
        0xaeaac358560e11f52454d997aaff2c5731b6f8a6 0xb04e030140b30c27bcdfaafffa98c57d80eda7b4
        0xb1c8094b234dce6e03f10a5b673c1d8c69739a00 0xb20c66c4de72433f3ce747b58b86830c459ca911
        0xb541fc07bc7619fd4062a54d96268525cbc6ffef 0xba214c1c1928a32bffe790263e38b4af9bfcd659
        0xbb93e510bbcd0b7beb5a853875f9ec60275cf498 0xca0840578f57fe71599d29375e16783424023357
        0xd21be7248e0197ee08e0c20d4a96debdac3d20af 0xd4b88df4d29f5cedd6857912842cff3b20c8cfa3
        0xd691f27f38b395864ea86cfc7253969b409c362d 0xd82ed8786d7c69dc7e052f7a542ab047971e73d2
        0xd90e2f925da726b50c4ed8d0fb90ad053324f31b 0xd96f2b1c14db8458374d9aca76e26c3d18364307
        0xf60dd140cff0706bae9cd734ac3ae76ad9ebc32a 0xf67721a2d8f736e75a49fdd7fad2e31d8676542a
        0xfd8610d20aa15b7b2e3be39b396a1bc3516c7144 0xffbac21a641dcfe4552920138d90f3638b3c9fba`,
      ),
    ],
  },
  {
    id: 'blender-io',
    name: 'Blender.io',
    type: 'mixer',
    source: 'https://ofac.treasury.gov/recent-actions/20220506',
    description: 'Mixer of bitcoins.',
    dead: true,
    ofac: {
      from: '2022-05-06',
      source: 'https://ofac.treasury.gov/recent-actions/20220506',
      programs: ['CYBER2'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20220506',
        'Listed by OFAC',
        `
        15PggTG7YhJKiE6B16vkKzA1YDTZipXEX4 31t4nEpcwyQJT1VuXdAoQZTT5givRDPsNP
        32DaxSzUhLBHY2WGSWQYiBSHnRsfQZrrRp 32PsiT8itBrEF84ebdaF82yBUEcz5Wc6uY
        32fbAZMTaQxNd2fAue1PgsiPgWfcsHBQQt 33KKjn4exdBJQkTtdWxqpdVsWxrw3LareG
        34ETiHfQWEYFCCaXmEeQWVmhFH5vz2JMvd 34kEYgpijvCmjvahRXXQEnBH76UGJVx2wg
        34pFGsSYbWEritXncW9unZtQQE9dKSvKku 35hh9dg3wSvUJz9vFk1FsezLE5Fx3Hudk2
        36XqYWGvUQwBrYLRVuegN4pJJJSPWL1WEu 37g6WgqedzZx6nx51tYgssNG8Hnknyj5nL
        38LjCapRrJEW7w2zwbyS15P9D9UGPjWS44 38ncxqt932N9CcfNfYuHGZgCyR85hDkWBW
        39AALn7eTjdPzLb99hHhD6F7J8QWB3R2Rd 3ANWhUnHujdwbw2jEuGSRH6bvFsD9BqEy9
        3B4G1M8eF3cThbeMwhEWkKzczw9QoNTGak 3BazbaTP8ELJUEfPBV9z5HXEdgBziV9p7W
        3DCCgmyKozcZkFBzYb1A2x8abZCpAUTPPk 3EPqGUw2q89pwPZ1UF8FJspE2AyojSTjdu
        3EUjqe9UpmyXCFd6jeu69hoTzndMRfxw9M 3F6bbvS1krsc1qR8FsbTDfYQyvkMm3QvmR
        3FBgeJdhiBe22UoSpp51Vd8dPHVa2A4wZX 3GMfGEDYMTq9G8dEHet1zLtUFJwYwSNa3Y
        3GSXNXzyCDoQ1Rhsc7F1jjjFe7DGcHHdcM 3GYbbYkvqvjF5oYhaKCgQYCvcVE1JENk6J
        3HQDRyzwm82MFmLWtmyikDM9JQEtVT6vAp 3HupEUfKmMhvhXqf8TMoPAyqDcRC1kpe65
        3J19qffPT6mxQUcV6k5yVURGZtdhpdGr4y 3JHMz3mTna1gVCZSPp8NgRFiY7phkv5mA8
        3JLyyLbwciWAC6re87D7mRknXakR4YbnUd 3JUwAS7seL3fh5hxWh9fu3HCiEzjuQLTfg
        3K35dyL85fR9ht7UgzPfd1gLRRXQtNTqE3 3LDbNuDkKmLae5r3a5icPA5CQg2Y8F7ogW
        3LhnVMcBq4gsR7aDaRr9XmUo17CuYBV4FN 3MD3riFB6U8PykypF6qkvSj8R2SGdUDPn3
        3MTRvM5QrYZHKo8gh5qKcrPK3RLjxcDCZE 3MvQ4gThF4mmuo49p4dBNchcmFHBRZnYfx
        3N3YSDvp4cbhEgNGabQxTN39kEzJmwG8Ah 3NDzzVxiLBUs1WPvVGRfCYDTAD2Ua2PvW4
        3PyzSbFj3hbQQjTzDzyLSgvFVDjB7yw4Cj 3Q5dGfLKkWqWSwYtbMUyc8xGjN5LrRviK4
        3QAdoc1rDCt8dii1GVPJXvvK6CEJLzCRZw 3QEjBiPzw6WZUL4MYMmMU6DY1Y25aVbpQu
        3QJyT8nThEQakbfqgX86YjCK1Sp9hfNCUW`,
      ),
    ],
  },
  {
    id: 'sinbad',
    name: 'Sinbad',
    type: 'mixer',
    source: 'https://ofac.treasury.gov/recent-actions/20231129',
    aliases: ['Sinbad.io'],
    tags: ['seized'],
    description: 'Mixer of bitcoins, seized in November 2023.',
    dead: true,
    ofac: {
      from: '2023-11-29',
      source: 'https://ofac.treasury.gov/recent-actions/20231129',
      programs: ['CYBER2', 'DPRK3'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20231129',
        'Listed by OFAC',
        `
        1JHdQHkBZiim1cb4hyUh2PbzEbbg6z2TrF
        bc1qq7p0es3dv5hcynjjf40f2xjjr6qp5py47d2f6n847vduuq9gvnyq7y9ecd`,
      ),
    ],
  },
  {
    id: 'hydra-market',
    name: 'Hydra Market',
    type: 'darknet_market',
    source: 'https://ofac.treasury.gov/recent-actions/20220405',
    aliases: ['Hydra'],
    countries: ['RU'],
    tags: ['seized'],
    description: 'Market of the Russian-speaking darknet, closed by German police in April 2022.',
    dead: true,
    ofac: {
      from: '2022-04-05',
      source: 'https://ofac.treasury.gov/recent-actions/20220405',
      programs: ['CYBER2'],
    },
    addresses: [
      ...addressesAt(
        'https://ofac.treasury.gov/recent-actions/20220405',
        'Listed by OFAC',
        `
        123WBUDmSJv4GctdVEz6Qq6z8nXSKrJ4KX 12VrYZgS1nmf9KHHped24xBb1aLLRpV2cT
        13LQJQ1oJ9K7PsqsGfjNhoVv6UeU6hgzQz 13hfsQm6oCaDZehfYBSMFiJVAi1jsL6sQd
        148LKmyZT3FGE4x1GjsFN6RsAwcjzk5iuE 14gM1HuLVDELNHaFU22qpabjtiWek4HhV1
        16EKTes8ahD8xvwisqjc2xSNLiG3fDHatW 16SPDQFFzgsoNSPiFFTfS8Dw8LLXqia4oc
        16ZSAEfYpPCj3D94fsNt2okYj9Ue8mxy6T 16p2UWTZwXRyK5bTHNVjdDyy1D3EQGsZf2
        175BUqf8JCU1uoG1iTRKTacDa4uvJDUCw2 17V7THwHMiDJmDwZK4unhE5HgKFJKx7VCe
        17mhyeBX617ABZ1ffThhUTJkHUcMvCkfd5 18cFGAdYcvNHkuhXLBE7izQKCyUW8TzCJE
        19FQzHibWDhSP8pKmJS3uagFYoisXtehzw 19pPbUDvoSBZafkUCYkD2Z9AkuqqV6sWm7
        1A3iYY4c3dkgNYGewzYzr7EsqfBuWXibGo 1ANpca7g93BwptUJg1zV116v49zn9gjDi3
        1B11Ezqg3AXjFhMdRq5UpPDpNyriYNVtkn 1B3u21itzjgKtm7QsNQNCBpSkwzzeDHqrW
        1BCWMwpR4M1nYUuuYe2bmzrNuwGoF9ZAbA 1BvJRBRp9ZZ6zLyuZaZsV7g3xP6JokdZQW
        1CG1aSCxUnbmv9G34ofxTQoHtuVnMLJtQV 1CNbhgxGRZvsWnEHotfXge7k2E1UPzBDC7
        1CddRqw7oSPrT4tt5oXKyx2LiHJDPszy7y 1D1ej7zQzywWBDNXKNYpmH7Hso2U9koDG4
        1D3GuaS9eqKw8dWj9JFQtNufdRtysjSLxZ 1DGsY4ww3BJnWXTsnmTgWa6UWdoRXgA1pX
        1DKGRGJXGNLAtTeFb9SNPNHtrkZ87q7qKi 1Dpddb1TMjvmNQeYDqgyd1ww6cmwPJRdSk
        1E9uUnLbyfToazo95vmM3ysYnzgkrL7GeC 1EtMuBPQnPCa3cecerdSH1SzydxnhbTmw
        1EuUMPBCZtSd5pVVFEqmRqUSfU1qy6ASuL 1EvhBad5wCZYhBoAsGaciV6AvmZ1osLpeJ
        1F7UL41qYm6TvnExZzPHBCyeENvX3XDEMS 1FFS6pX1TCKTNy668Mbk2Lyoem1qB48kYX
        1G64TFMFVJTjhJXra6x74BBhsfSyiWaFtT 1GYuu9d5HPikafbys3k5Q3DRJq6debGsoB
        1GcKLUUXodTQcLcPD7VLMgvCc4hs5Q775 1Ge8JodC2HiBiEuT7D3MoH6Fak6XrcT9Kf
        1GkLN7DbA9mAtHNzQWNPANcdWbefaz4Gzm 1GnFTy5F9qi5MfaRZfgdg2jkyT5xtAHvd8
        1H8sDTTgJPBKw83EBZDLhXvetCbxZUMMZM 1HH8eiuaTMucTNyvGCUmAvmCZCtdMi8SqK
        1Hhe61Bwxs8Hd2WxzWY9FQyZicBiZGeSNW 1HuYfoEwsfHgZiRhbhJrCd5ST3iksa8KEx
        1J9wJH2bamZVxscXAvoDH4jvtGKb7sYFDm 1K2fmE9hfhbRNSZoBvCBWZAvsS5idTUxBG
        1KkaKujnqwJf7Cbm7JKAZGF3X9d4685m8n 1LKE3XA9bf5JFqtGtCHzWj5QGxKGwMfXZw
        1Licqjca74n8pmNaoARXLLqcTUTHFpxbXH 1MQBDeRWsiJBf7K1VGjJ7PWEL6GJXMfmLg
        1MbtT2ZsTtLp7EKZUV9r74cTyqvsMtTP2M 1MtsQsw6n2jvJCWhpCw7jifTfD9Q3rBBVg
        1NbGwQwt4uEhg2srAKppLf8QaF6fbp3PZG 1NvJm3jfZxENNyqws5BKQvhkLxg9chLJdo
        1PJp8diNa89cVHpiT1VPu7EQ8LxYM5HX6v 1PWRKxkR5AU7Tc9zPqjdhtu1eGW1QZzs4y
        1PXxwPVtYxZiCRp9LKq7aKMDFrhAQztvUE 1PYtgFS2t6i57WdDvbRa7kPcsagGMBxzfg
        1Pu1nAW7kCoSMThMs8QcpM8JxuByQDZgH 1Q4tJjH2aBr3AJrzxqa4Z3jPpf5SDgF4jK
        1QHxyuLGRMHfbNPJikV4Dwhfx45HWfUMWB 1Sf6e4xQv8muMZqYPTdRFf3e5o5eWcg9F
        32pCmCWEjwhkLwh5BgLNAeBQFp5Gi1hv81 331TS6DyASY7iU5CRA8UryBnkPS78fP2B1
        33fWcMdmsB2Ey4CEbVWbjGFkuevBSyP9nG 34WWXwFKAsXL9zYxbeNPaPV6vDamkjQLUo
        34dxZvijpBM1YkPybczbQ7DuGuKAnULdfS 35KAdTa2vqnJzitF2xiUzZn1Gmcas2Y465
        35LScRJ8hzDvvWh9t9UA8bHGnGNVz3YEfa 35SwVFxosV3AsvnrBfzdXarqavRbvDyyxv
        35aTjkBh4yeTypJsi9nuTdoMKHTsawKVgX 35eanEz5iYg2eYaxCtMrR4SCoypFqrBWUH
        35qwVtMEohWDdBWRiCSR7azoP5cbY8SG1Q 361AkMKNNWYwZRsCE8pPNmoh5aQf4V7g4p
        36yS87PLuW7sErLg1TY26WzaVarTim7AcC 37dDBCexFPraKW4jGSqkE3NyG52YeZQbJx
        3AFcE2mbSSndcpYFgHoExSmjUc26ef2gQh 3AYU365Tcjef7j9pdKF9Xe8rWpEpsH196t
        3AjiWiUdKB5mcGUSS9mBeoHCeYJw3Zo8r6 3BCN3WgMRJwULTz1vsEQ7NZrBjwaUBf5Ca
        3BQACtiMXYB9JpUMpkEWt9m8BzswpGHq4X 3BWP6ZQAhc4j5wR1b95zJAthJEFvhdees7
        3CCmt5LjQ5yKkaFY1DWC2SbERVEtWRnSRD 3Czhm6xqn8odwz6jgTcjRrUjog28v6aVS8
        3DLGfN7hgsWXXSp9euXcnmWXLpFQuswW2t 3ES6pqCueDPCnC4hCqhhYuey6gyiRJZw6E
        3GAUBtrTtWp1D9yeXgr3wMg8B599QHa5m5 3GXdtA6kbb4M5aqzZm5qqxcFDFRMW8LqdJ
        3GuQjr7kkrR5EjpanMgyAuxuLgrjEUwe21 3HJN4jRa4mdfkey9JR9jUhr86yPwL86A3C
        3HRExd8GKFskZC5inmVcpiyy9UWG7FVa6o 3HSZc4BLnQBznjSq7JvXgqNCZUUs3M9fZz
        3JhPsVV3KnL9dBYGSZALS9EbrLr97R865a 3JuSgFrwnrNfuhvR4GpWAPmeJVot4xrEae
        3K26aMKmnrv97Pj6YiFcqiXk2LxeHfhnG3 3K4rjdh8A5yi6LWvft2rbmyZvqEbPSSSX4
        3KGQ3hX6eFYtBjTBFSdvdkzHmwZyYWLRQh 3Kp8Qc5z7yevDeoQxhS5RSSKnEi5x7AQ43
        3KvBX3jo69Qn8jHy44M33RYoeYcf8DdRBD 3MP7yBGSW2gkXVRE8S84T2j4KVgPh3rEzv
        3P6PzdfETr4275Gn3veLkCyDxA1jV8fHKm 3PDmRwotTkRAFRLGTUrucCERp2JdM1q4ar
        3PiCnZrBvGfWAKQ9hr4cCpfaDjy64yNSpE 3QVyoH4u3qT88uChAeJVhfB3r6maZt431y
        3QWUdP5taP4GrRuueVDud1eWetb7hc3wDH 3QnWE5GVfQu3wVav91RuFkqip4Ti4NWqAY
        bc1q202ajnhxgg9d9jjczmg0g4usp6haqldyy2eakl bc1q237mvl0heyw0r38wd3xz8h5mar96rrwpams8pp
        bc1qj6j6p0jdefl6pvdzx3kx8245yy5mz6q4luhzes bc1qqf8kcc9m57xjqcvsvuf989nnl48ve6d2s24cx3
        bc1qs9u6j78e3utj08mwvqkkmqm9de5xk3g4yh8qtq bc1qsmqpalp3gtgkltag4x3ygevmhh9y2hzk73t2ug
        bc1qsmv6lkrw65l30yazdqpdjjtwzpvk9f8gfh0cy7
        bc1quyc6j8ca84q9gjej5jjd2n8hra0vfu0j60fefs57p6e5rerkq07q0l5u3w
        bc1qvlzfn6kmezv44d8kw0p5jsmxe6wchv3zc7gsxs`,
      ),
    ],
  },
  {
    id: 'genesis-market',
    name: 'Genesis Market',
    type: 'darknet_market',
    source: 'https://ofac.treasury.gov/recent-actions/20230405',
    tags: ['seized'],
    description: 'Market for stolen credentials, seized in April 2023.',
    dead: true,
    ofac: {
      from: '2023-04-05',
      source: 'https://ofac.treasury.gov/recent-actions/20230405',
      programs: ['CYBER2'],
    },
  },
];
