import { writeFile } from 'node:fs/promises';
import {
  addressKeyOfScript,
  encodeAddress,
  encodeBlock,
  networks,
  subsidyAt,
  type Transaction,
} from '@hopscope/chain';
import { frame } from '../../apps/server/test/support/sources/block-files.ts';
import { heightPush, makeTransaction, mineBlock } from '../../apps/server/test/support/ledger/mining.ts';
import { createRandom } from '../../apps/server/test/support/survival/random.ts';
import { randomScript } from '../../apps/server/test/support/ledger/scripts.ts';

const network = networks.demo;
const paid = 1_000n;
const perBlock = 1_000;

/**
 * Writes a block file of a generated chain in which one address is paid by each of `entries` transactions (a multiple of
 * 1,000); the payers vary. Block 0 has no payments: its coins are unspendable. Returns that address.
 */
export async function writeLongHistory(path: string, entries: number): Promise<{ address: string }> {
  const random = createRandom(1);
  const busy = randomScript('p2wpkh', random);
  const key = addressKeyOfScript(busy);
  if (!key) throw new TypeError('The busy script has no address');
  const blocks: Uint8Array[] = [];
  let prevHash = new Uint8Array(32);
  for (let height = 0; height <= entries / perBlock; height++) {
    const coinbase = makeTransaction({
      inputs: [
        {
          prevTxid: new Uint8Array(32),
          prevVout: 0xffffffff,
          script: Uint8Array.of(...heightPush(height), 4, ...random.bytes(4)),
        },
      ],
      outputs: [{ value: subsidyAt(height, network), script: randomScript('p2wpkh', random) }],
    });
    const transactions: Transaction[] = [coinbase];
    let purse = { tx: coinbase, vout: 0 };
    const payments = height === 0 ? 0 : perBlock;
    while (transactions.length <= payments) {
      const left = (purse.tx.outputs[purse.vout]?.value ?? 0n) - paid;
      const tx = makeTransaction({
        inputs: [{ prevTxid: purse.tx.txid, prevVout: purse.vout }],
        outputs: [
          { value: paid, script: busy },
          { value: left, script: randomScript('p2wpkh', random) },
        ],
      });
      transactions.push(tx);
      purse = { tx, vout: 1 };
    }
    const time = 1_600_000_000 + height * 600;
    const block = mineBlock(transactions, { version: 4, prevHash, time }, false);
    prevHash = Uint8Array.from(block.hash);
    blocks.push(encodeBlock(block));
  }
  await writeFile(path, frame(blocks, 'demo'));
  return { address: encodeAddress(key, network) };
}
