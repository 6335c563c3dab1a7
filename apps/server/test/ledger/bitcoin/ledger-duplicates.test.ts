import { addressKeyOfScript } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { positionOf } from '../../../src/ledger/bitcoin/positions.ts';
import { readAccount, readActivity, readState } from '../../../src/ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { duplicateCoinbaseChain } from '../../support/ledger/duplicate-coinbases.ts';

const { chain, older, newer, third } = duplicateCoinbaseChain(51);
const coinbase = chain.blocks[older]?.block.transactions[0];
if (!coinbase) throw new Error('No coinbase');
const share = coinbase.outputs[0]?.value ?? 0n;

describeWithDatabase('coinbases with one txid (BIP30)', (databases) => {
  test('destroys unspent outputs of the older one and credits the newer once', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const destroyed: bigint[] = [];
    for (const placed of chain.blocks) {
      await ledger.append('mainnet', [placed]);
      const { totals } = await withSession(db, readState);
      destroyed.push(totals?.destroyed ?? 0n);
      expect(await auditBitcoin(db, { height: placed.height })).toMatchObject({ ok: true });
    }
    const step = (height: number): bigint => (destroyed[height] ?? 0n) - (destroyed[height - 1] ?? 0n);
    expect(step(older)).toBe(share); // its OP_RETURN
    expect(step(newer)).toBe(share * 4n); // OP_RETURN, and the three outputs of the older that were unspent
    expect(step(third)).toBe(share * 3n); // OP_RETURN, and outputs 1 and 2 of the newer

    const key = addressKeyOfScript(coinbase.outputs[1]?.script ?? new Uint8Array());
    await withSession(db, async (session) => {
      const account = key && (await readAccount(session, key));
      if (!account) throw new Error('No account');
      expect(account).toMatchObject({ received: share, spent: 0n, txCount: 3, p2pk: true });
      const entries = await readActivity(session, account, 0, 2);
      expect(entries.map(({ position, received }) => [position, received])).toEqual([
        [positionOf(older, 0), share],
        [positionOf(newer, 0), 0n],
        [positionOf(third, 0), 0n],
      ]);
    });
  });

  test('comes out of one batch as block by block, and is taken back exactly', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const dumps: string[] = [];
    for (const placed of chain.blocks) {
      await ledger.append('mainnet', [placed]);
      dumps.push(await dumpLedger(db));
    }
    const batch = await databases.empty();
    await createBitcoinLedger({ db: batch, hashing: nativeHashing }).append('mainnet', chain.blocks);
    expect(await dumpLedger(batch)).toBe(dumps.at(-1));
    for (let height = chain.blocks.length - 1; height > 0; height--) {
      await ledger.disconnect();
      expect(await dumpLedger(db)).toBe(dumps[height - 1]);
    }
  });
});
