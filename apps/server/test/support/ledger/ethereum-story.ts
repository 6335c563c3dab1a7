import { createdAddress, keccak256 } from '@hopscope/chain';
import type { EthereumBundle, Openings, TokenFacts } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { addressOf, erc20, erc721, makeBundle, nobody, type TxParts } from '../sources/ethereum-blocks.ts';

const ether = 10n ** 18n;
const largest = 2n ** 256n - 1n;
const [ada, grace, linus, shop, validator] = [1, 2, 3, 4, 5].map(addressOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const vault = createdAddress(ada, 1n);
const [dollar, art, fake, nameless, loud] = [0x100, 0x101, 0x102, 0x103, 0x104].map(addressOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

const tokens: readonly TokenFacts[] = [
  { contract: dollar, standard: 'erc20', name: 'Example Dollar', symbol: 'XUSD', decimals: 6 },
  { contract: art, standard: 'erc721', name: 'Pictures', symbol: 'ART', decimals: null },
  // The S is Cyrillic.
  { contract: fake, standard: 'erc20', name: 'Tether USD', symbol: 'UЅDT', decimals: 6 },
  { contract: loud, standard: 'erc20', name: '<b>x</b>', symbol: '<img src=x>', decimals: 255 },
];

const call = keccak256(new TextEncoder().encode('execute(bytes,bytes[])')).subarray(0, 4);
const frame = (path: readonly number[], from: Uint8Array, to: Uint8Array, value: bigint, failed = false) => ({
  path,
  from,
  to,
  value,
  failed,
});

/** A call of the vault that moves ether three times, once reverted, and tokens of every kind. */
const busy: TxParts = {
  from: ada,
  to: vault,
  nonce: 2n,
  value: 2n * ether,
  input: new Uint8Array([...call, ...new Uint8Array(64)]),
  gasUsed: 80_000n,
  frames: [
    frame([0], vault, linus, (7n * ether) / 10n),
    frame([1], vault, shop, (3n * ether) / 10n),
    frame([1, 0], shop, linus, ether / 10n),
    frame([2], vault, grace, ether, true),
  ],
  logs: [
    erc20(dollar, nobody, ada, 1_250_000_000n),
    erc20(dollar, ada, grace, 250_500_000n),
    erc721(art, nobody, ada, 7n),
    erc20(loud, nobody, ada, largest),
    erc20(nameless, nobody, ada, 42n),
  ],
};

/** Spam: zero-value transfers, and transfers of a token that uses another one's name. */
const spam: TxParts = {
  from: linus,
  to: vault,
  nonce: 0n,
  input: new Uint8Array([1, 2, 3, 4]),
  gasUsed: 60_000n,
  logs: [
    erc20(dollar, ada, shop, 0n),
    erc20(fake, linus, ada, 5_000_000n),
    erc20(fake, linus, ada, 6_000_000n),
  ],
};

/** Repeated transfers of more tokens than exist: a contract may report any amount. */
const claims: TxParts = {
  from: linus,
  to: loud,
  nonce: 1n,
  input: new Uint8Array([1, 2, 3, 4]),
  logs: Array.from({ length: 12 }, () => erc20(loud, ada, shop, largest)),
};

const scenes: readonly (readonly TxParts[])[] = [
  [],
  [{ from: ada, to: grace, value: (3n * ether) / 2n }],
  [{ from: ada, to: null, nonce: 1n, contract: vault, input: new Uint8Array(40), gasUsed: 70_000n }],
  [busy],
  [{ from: grace, to: vault, value: ether, failed: true, gasUsed: 50_000n }],
  [spam, claims],
  ...Array.from({ length: 25 }, (_, i): TxParts[] => [
    { from: grace, to: ada, value: BigInt(i + 1) * 1_000_000_000_000n, nonce: BigInt(i + 1) },
  ]),
];

function makeBlocks(): EthereumBundle[] {
  const bundles: EthereumBundle[] = [];
  for (const [height, txs] of scenes.entries()) {
    const parentHash = bundles.at(-1)?.block.hash ?? new Uint8Array(32);
    const amount = 12_345_678_000_000_000n;
    const withdrawal = { index: BigInt(height), validatorIndex: 77n, address: validator, amount };
    const paid = height === 0 ? [] : [withdrawal];
    bundles.push(
      makeBundle({
        height,
        parentHash,
        txs,
        withdrawals: paid,
        baseFee: 20_000_000_000n,
        tokens: height === 3 ? tokens : [],
      }),
    );
  }
  return bundles;
}

const toText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const blocks = makeBlocks();
const hashOf = (height: number, index = 0): string =>
  toText(blocks[height]?.block.transactions[index]?.hash ?? new Uint8Array(32));

/** A complete chain of 31 blocks that covers every case once, with the names of its parts. */
export const story = {
  chain: { chainId: 1337n, network: 'demo' },
  blocks,
  openings: {
    balances: new Map([[toText(ada).slice(2), 1000n * ether]]),
    complete: true,
  } satisfies Openings,
  ada: toText(ada),
  grace: toText(grace),
  linus: toText(linus),
  shop: toText(shop),
  validator: toText(validator),
  vault: toText(vault),
  dollar: toText(dollar),
  loud: toText(loud),
  payment: hashOf(1),
  creation: hashOf(2),
  busy: hashOf(3),
  failed: hashOf(4),
  tip: scenes.length - 1,
};
