import {
  addressKeyOfScript,
  decodeBlock,
  encodeAddress,
  networks,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import { entities } from '@hopscope/demo';
import { secondsOfDay } from '@hopscope/domain';
import { expect, test } from 'vitest';
import { demoItems } from '../../src/demo/demo-directory.ts';
import { nativeHashing as hashing } from '../../src/ledger/native-hashing.ts';
import { openBlockMaker } from '../../src/sources/demo/block-maker.ts';

const days = 160;
const interval = 3600;
const length = days * secondsOfDay;

/** What pays the inputs of a transaction: an address, and the transaction that it got the coin from. */
interface Payer {
  address: string;
  from: string;
}

/** Makes the history of a demo that ends at a time (seconds since 1970), and reads its transactions from the blocks. */
async function historyUntil(now: number) {
  const start = now - length;
  const maker = openBlockMaker({
    seed: 1,
    length,
    start,
    blockInterval: interval,
    transactions: 2500,
    ethereumTransactions: 100,
  });
  const steps = Array.from({ length: Math.floor(length / interval) }, (_, i) => ({
    chain: 'bitcoin' as const,
    time: start + i * interval,
    want: 'block' as const,
  }));
  const reply = await maker.make(steps);
  await maker.close();

  const outputs = new Map<string, string>();
  const payers = new Map<string, Payer[]>();
  for (const { payload } of reply.made) {
    if (typeof payload === 'string') throw new TypeError('A Bitcoin block is bytes');
    for (const tx of decodeBlock(payload, { hashing }).transactions) {
      const spent = tx.inputs.map(({ prevTxid, prevVout }) => ({
        address: outputs.get(`${toHex(prevTxid)}:${prevVout}`) ?? 'new coins',
        from: toDisplayHash(prevTxid),
      }));
      payers.set(toDisplayHash(tx.txid), spent);
      for (const [vout, { script }] of tx.outputs.entries()) {
        const key = addressKeyOfScript(script);
        if (key) outputs.set(`${toHex(tx.txid)}:${vout}`, encodeAddress(key, networks.demo));
      }
    }
  }
  const stories = new Map(reply.stories);
  const named = new Map<string, string | undefined>();
  for (const item of demoItems(reply.attributions, now))
    if (item.kind === 'attribution') named.set(item.address, item.bo);
  return {
    places: (story: Parameters<typeof stories.get>[0], role: string): string[] =>
      (stories.get(story) ?? []).flatMap((each) => (each.role === role ? [each.value] : [])),
    payersOf: (txid: string): readonly Payer[] => payers.get(txid) ?? [],
    named,
  };
}

// The end of the history decides which coins pay: with the first of these, no address of the payer was named in time.
test.each([1_795_707_737, 1_795_710_800, 1_795_800_123])(
  'in a history that ends at %i, wallets of the stories are known, and clean customers have clean funds',
  async (now) => {
    const { places, payersOf, named } = await historyUntil(now);

    const [wallet = ''] = places('sanctioned', 'sanctioned_wallet');
    const paying = payersOf(places('sanctioned', 'sanctioned_deposit')[0] ?? '');
    expect(paying.map(({ address }) => address)).toContain(wallet);
    expect(named.get(wallet)).toBe(entities.sanctioned.name);

    const [exchange = ''] = places('clean_customer', 'exchange_wallet');
    expect(named.get(exchange)).toBe(entities.northwind.name);
    const payments = places('clean_customer', 'payment');
    expect(payments).toHaveLength(2);
    const sources = new Set<string>();
    const walked = new Set<string>();
    const left = [...payments];
    for (let txid = left.pop(); txid !== undefined; txid = left.pop()) {
      if (walked.has(txid)) continue;
      walked.add(txid);
      for (const { address, from } of payersOf(txid)) {
        if (address === exchange || address === 'new coins') sources.add(address);
        else left.push(from);
      }
    }
    expect([...sources]).toEqual([exchange]);
  },
);
