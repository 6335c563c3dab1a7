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

// The end of the history decides which coins pay: with the first of these, no address of the payer was named in time.
test.each([1_795_707_737, 1_795_710_800, 1_795_800_123])(
  'in a history that ends at %i, the wallet that pays the customer is known as the sanctioned group',
  async (now) => {
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
    const places = new Map(reply.stories).get('sanctioned') ?? [];
    const place = (role: string) => places.find((each) => each.role === role)?.value;

    const outputs = new Map<string, string>();
    const payers = new Set<string>();
    for (const { payload } of reply.made) {
      if (typeof payload === 'string') throw new TypeError('A Bitcoin block is bytes');
      for (const tx of decodeBlock(payload, { hashing }).transactions) {
        if (toDisplayHash(tx.txid) === place('sanctioned_deposit'))
          for (const { prevTxid, prevVout } of tx.inputs)
            payers.add(outputs.get(`${toHex(prevTxid)}:${prevVout}`) ?? '');
        for (const [vout, { script }] of tx.outputs.entries()) {
          const key = addressKeyOfScript(script);
          if (key) outputs.set(`${toHex(tx.txid)}:${vout}`, encodeAddress(key, networks.demo));
        }
      }
    }
    const wallet = place('sanctioned_wallet');
    expect([...payers]).toContain(wallet);
    const named = [...demoItems(reply.attributions, now)].flatMap((item) =>
      item.kind === 'attribution' && item.address === wallet ? [item.bo] : [],
    );
    expect(named).toEqual([entities.sanctioned.name]);
  },
);
