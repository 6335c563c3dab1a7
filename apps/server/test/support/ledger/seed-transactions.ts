import { toDisplayHash, type Transaction } from '@hopscope/chain';
import { readConfig } from '../../../src/config.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from './chain-builder.ts';
import { createRandom } from '../survival/random.ts';
import { opReturn, randomScript } from './scripts.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

/** Fills the ledger of the data folder (`DATA_DIR`) with transactions of unusual size and content; prints names as JSON. */
const config = readConfig(process.env);
const { db, close } = await openDatabase({ config, as: 'command', what: 'seeding', statementTimeoutMs: 0 });
const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
const random = createRandom(8);
const chain = createChain({ seed: 8, maxTxs: 24 });
chain.extend(12);

const richest = () => {
  const [coin] = chain.coins.toSorted((a, b) => Number(b.value - a.value));
  if (!coin) throw new Error('No coin');
  return coin;
};
const script = (): Uint8Array => randomScript('p2wpkh', random);
const coinsOf = (tx: Transaction) => tx.outputs.map(({ value }, vout) => ({ txid: tx.txid, vout, value }));
/** Splits one coin into `count` parts; a small remainder is the fee. */
function fan(count: number): Transaction {
  const coin = richest();
  const part = (coin.value - 50_000n) / BigInt(count);
  return chain.spend(
    [coin],
    Array.from({ length: count }, (_, i) => ({ script: script(), value: part - BigInt(i % 7) })),
  );
}

const wide = fan(20_000);
chain.mine([wide]);
const many = chain.spend(coinsOf(wide).slice(0, 5000), [
  { script: script(), value: 5_000_000n },
  { script: script(), value: 1_234_567n },
]);
chain.mine([many]);

const text = (hidden: string): Uint8Array => opReturn(new TextEncoder().encode(hidden));
// Hebrew, a direction override, and a bell between plain words.
const hostile =
  'pay \u202e\u0007\u05e9\u05dc\u05d5\u05dd now and \u2066here\u2069 in plain sight of everybody';
const omni = Uint8Array.from(Buffer.from('6f6d6e69000000000000001f000000003b9aca00', 'hex'));
const coin = richest();
const data = chain.spend(
  [coin],
  [
    { script: text(hostile), value: 0n },
    { script: opReturn(omni), value: 0n },
    { script: Uint8Array.of(0x6a, 0x5d, 2, 1, 2), value: 0n },
    { script: opReturn(random.bytes(40)), value: 0n },
    { script: script(), value: 2_500_000n },
    { script: script(), value: coin.value - 2_510_001n },
  ],
);
const [first] = chain.mine([data]).block.transactions;
await ledger.append(chain.network, chain.blocks);

// Another block replaces the newest one.
chain.extend(1);
const lost = chain.blocks.at(-1);
const fork = chain.fork(chain.blocks.length - 2, 9);
const [now] = fork.extend(1);
if (!lost || !now || !first) throw new Error('No block');
await ledger.append(chain.network, [lost]);
await ledger.reorganize(chain.network, 1, [now]);
await close();
const hashOf = ({ txid }: Transaction): string => toDisplayHash(txid);
process.stdout.write(
  `${JSON.stringify({
    wide: hashOf(wide),
    many: hashOf(many),
    data: hashOf(data),
    coinbase: hashOf(first),
    dataHeight: now.height - 1,
    lostBlock: toDisplayHash(lost.block.hash),
    nowBlock: toDisplayHash(now.block.hash),
    lostCoinbase: hashOf(lost.block.transactions[0] ?? first),
    busyHeight: 12,
  })}\n`,
);
