import {
  addressKeyOfScript,
  encodeAddress,
  fromHex,
  networks,
  toDisplayHash,
  type Transaction,
} from '@hopscope/chain';
import { createChain } from '../ledger/chain-builder.ts';
import { randomScript } from '../ledger/scripts.ts';
import { createRandom } from '../survival/random.ts';
import { erc20, makeBundle, nobody, type TxParts } from './ethereum-blocks.ts';
import { accountOf, call, hex, payout, router, topicOf, word, words } from './thorchain-events.ts';

export const ether = 10n ** 18n;
export const tbtcOfSatoshi = 10n ** 10n;
/** Keys of who is robbed, the thief, somebody else who redeems, and who proves payments to tBTC. */
const [victimKey, thiefKey, otherKey, maintainerKey] = [31, 32, 33, 34].map((byte) =>
  new Uint8Array(32).fill(byte),
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
export const [victim, thief, other, maintainer] = [victimKey, thiefKey, otherKey, maintainerKey].map(
  accountOf,
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
const bridge = fromHex('5e4861a80b55f035d899f66772117f00fa0e8e7b');
const lookAlike = fromHex('5e4861a80b55f035d899f66772117f00fa0e8e7c');
export const token = fromHex('18084fba666a33d37592fa2633fd49a74dd93a88');

/** Of all requests, in satoshis. */
export const requested = 1_000_000n;
const treasuryFee = 1_000n;
export const txMaxFee = 50_000n;
export const most = requested - treasuryFee;

const padded = (bytes: Uint8Array, size: number): Uint8Array =>
  Uint8Array.of(...bytes, ...new Uint8Array(size - bytes.length));

/** The event by which somebody asks for bitcoin, with the tokens of `from` that are destroyed for it. */
function redeemed(
  from: Uint8Array,
  { wallet, script }: { wallet: Uint8Array; script: Uint8Array },
  by = bridge,
) {
  const signature = 'RedemptionRequested(bytes20,bytes,address,uint64,uint64,uint64)';
  const topics = [topicOf(signature), padded(wallet, 32), word(from)];
  const prefixed = Uint8Array.of(script.length, ...script);
  const heads = words(128n, requested, treasuryFee, txMaxFee, BigInt(prefixed.length));
  return [
    erc20(token, from, nobody, requested * tbtcOfSatoshi),
    { address: by, topics, data: Buffer.concat([heads, padded(prefixed, 64)]) },
  ];
}

/** The event by which tBTC accepts a Bitcoin transaction as the payment of redemptions. */
function completed(wallet: Uint8Array, { txid }: Transaction, by = bridge) {
  const topics = [topicOf('RedemptionsCompleted(bytes20,bytes32)'), padded(wallet, 32)];
  return { address: by, topics, data: words(txid) };
}

/**
 * A victim on Ethereum pays a thief in tBTC, who redeems half of it, is paid in bitcoin, and pays an exchange with that; then the same
 * once more, with the same wallet and address. Somebody else redeems at the same time. `secondAsked`: when the second requests are made,
 * in seconds after the first block of Ethereum; by default, right after the contract has accepted the first payment.
 */
export function makeRedemptions({ secondAsked = 9_612 }: { secondAsked?: number } = {}) {
  const random = createRandom(12);
  const scripts = Array.from({ length: 5 }, () => randomScript('p2wpkh', random));
  const [wallet, foreign, theirs, elses, bourse] = scripts as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const hash = wallet.subarray(2);
  // Block 113 has the time of block 0 of Ethereum; there, blocks are an hour apart.
  const start = 1_700_000_000;
  const chain = createChain({
    seed: 11,
    network: 'mainnet',
    maxTxs: 1,
    time: (height) => start + (height - 113) * 3600 + 1800,
  });
  chain.extend(110);
  const [coin] = chain.coins;
  if (!coin) throw new Error('Nothing to spend');
  const share = coin.value / 8n;
  const spend = (
    tx: Transaction,
    vout: number,
    outputs: readonly (readonly [Uint8Array, bigint])[],
  ): Transaction => {
    const value = tx.outputs[vout]?.value ?? 0n;
    const paid = outputs.map(([script, amount]) => ({ value: amount, script }));
    return chain.spend([{ txid: tx.txid, vout, value }], paid);
  };
  const funding = chain.spend(
    [coin],
    [wallet, foreign, wallet, wallet].map((script) => ({ value: share, script })),
  );
  chain.mine([funding]); // 111
  // Before anything is asked for, by less than times of blocks may differ.
  const early = spend(funding, 2, [[theirs, most - 9n]]);
  chain.mine([early]); // 112
  chain.mine([]); // 113
  // For the first requests of both; and by another wallet.
  const first = spend(funding, 0, [
    [wallet, 5_000n],
    [elses, most - 7n],
    [theirs, most - 8n],
  ]);
  const foreignPayment = spend(funding, 1, [[theirs, most - 3n]]);
  chain.mine([first, foreignPayment]); // 114
  chain.mine([spend(first, 2, [[bourse, most - 100n]])]); // 115
  // For the second one; and too little.
  const second = spend(funding, 3, [
    [theirs, most - 6n],
    [elses, most - txMaxFee - 1n],
  ]);
  chain.mine([second]); // 116
  for (let i = 0; i < 3; i++) chain.mine([]); // 119

  const parts = { ...call, value: 0n };
  const byThief = { ...parts, from: thief, privateKey: thiefKey, to: token };
  const byOther = { ...parts, from: other, privateKey: otherKey, to: token };
  const accepting = { ...parts, from: maintainer, privateKey: maintainerKey, to: bridge };
  const ask = { wallet: hash, script: theirs };
  // Memos that name the first payment, more of them than are read.
  const memos = Array.from({ length: 201 }, () =>
    payout(other, 1n, { vault: other, inbound: toDisplayHash(first.txid) }),
  );
  const txs: readonly (readonly TxParts[])[] = [
    [],
    [
      {
        ...parts,
        from: victim,
        privateKey: victimKey,
        to: token,
        nonce: 0n,
        logs: [erc20(token, victim, thief, 2n * requested * tbtcOfSatoshi)],
      },
      { ...accepting, to: router, nonce: 0n, gasUsed: 20_000_000n, logs: memos },
      // For a request that is older than the ledger.
      { ...accepting, nonce: 1n, logs: [completed(hash, early)] },
    ],
    [
      { ...byThief, nonce: 0n, logs: redeemed(thief, ask) },
      { ...byOther, nonce: 0n, logs: redeemed(other, { wallet: hash, script: elses }) },
      // To the same script, by a contract that only looks like it.
      { ...byOther, nonce: 1n, logs: redeemed(other, ask, lookAlike) },
    ],
    [
      // Of the look-alike, and of another wallet.
      { ...accepting, nonce: 2n, logs: [completed(hash, second, lookAlike)] },
      { ...accepting, nonce: 3n, logs: [completed(hash, foreignPayment)] },
    ],
    [{ ...accepting, nonce: 4n, logs: [completed(hash, first)] }],
    [
      { ...byThief, nonce: 1n, logs: redeemed(thief, ask) },
      { ...byOther, nonce: 2n, logs: redeemed(other, { wallet: hash, script: elses }) },
    ],
    [{ ...accepting, nonce: 5n, logs: [completed(hash, second)] }],
  ];
  const facts = { standard: 'erc20', name: 'tBTC v2', symbol: 'tBTC', decimals: 18 } as const;
  const times = [0, 600, 1200, 9_000, 9_600, secondAsked, 16_000];
  const blocks: ReturnType<typeof makeBundle>[] = [];
  for (const [height, own] of txs.entries()) {
    const parentHash = blocks.at(-1)?.block.hash ?? new Uint8Array(32);
    const time = start + (times[height] ?? 0);
    const tokens = [{ contract: token, ...facts }];
    blocks.push({
      ...makeBundle({ height, parentHash, time, txs: own, withdrawals: [], baseFee: 10n ** 9n }),
      tokens,
    });
  }
  const nameOf = (script: Uint8Array): string =>
    encodeAddress(addressKeyOfScript(script) ?? nobody, networks.mainnet);
  return {
    chain,
    blocks,
    early,
    first,
    second,
    foreignPayment,
    addresses: {
      wallet: nameOf(wallet),
      theirs: nameOf(theirs),
      elses: nameOf(elses),
      bourse: nameOf(bourse),
    },
    hashOf: (height: number, index: number) => hex(blocks[height]?.block.transactions[index]?.hash ?? nobody),
  };
}
