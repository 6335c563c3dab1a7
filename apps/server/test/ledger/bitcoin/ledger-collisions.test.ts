import { expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import type { SlotOf } from '../../../src/ledger/shared/account-slots.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { createRandom } from '../../support/survival/random.ts';

const chain = createChain({ seed: 81, maxTxs: 10 });
chain.extend(14);

const homes: { name: string; slotOf: SlotOf }[] = [
  { name: 'one home for all', slotOf: () => 5n },
  { name: 'few homes side by side', slotOf: (key) => BigInt((key[1] ?? 0) % 9) },
  {
    name: 'homes at the end of the numbers',
    slotOf: (key) => BigInt.asIntN(64, 2n ** 63n - 3n + BigInt((key[1] ?? 0) % 5)),
  },
  { name: 'homes with room between', slotOf: (key) => BigInt((key[1] ?? 0) * 2) - 200n },
];

function open(db: SqlDatabase, slotOf: SlotOf): BitcoinLedger {
  return createBitcoinLedger({ db, hashing: nativeHashing, slotOf });
}

describeWithDatabase('addresses with colliding ids', (databases) => {
  test.each(homes)('stay apart: $name', async ({ slotOf }) => {
    const db = await databases.empty();
    const ledger = open(db, slotOf);
    const dumps: string[] = [];
    for (const placed of chain.blocks) {
      await ledger.append(chain.network, [placed]);
      dumps.push(await dumpLedger(db));
      expect(await auditBitcoin(db, { slotOf })).toMatchObject({ ok: true });
    }
    const batch = await databases.empty();
    await open(batch, slotOf).append(chain.network, chain.blocks);
    expect(await dumpLedger(batch)).toBe(dumps.at(-1));
    for (let height = chain.blocks.length - 1; height > 0; height--) {
      await ledger.disconnect();
      expect(await dumpLedger(db)).toBe(dumps[height - 1]);
    }
    await ledger.disconnect();
    const { rows } = await withSession(db, (session) =>
      session.query<{ n: bigint }>('select count(*) n from btc_account'),
    );
    expect(rows[0]?.n).toBe(0n);
  });

  test.each(homes)('are whole at every step in any order: $name', async ({ slotOf }) => {
    const random = createRandom(3);
    const ascending = await databases.empty();
    await open(ascending, slotOf).append(chain.network, chain.blocks);
    const db = await databases.empty();
    const ledger = open(db, slotOf);
    const left = [...chain.blocks];
    while (left.length > 0) {
      await ledger.append(chain.network, left.splice(random.below(left.length), 1));
      if (random.chance(0.2)) {
        const ranges = await ledger.ranges();
        const { height } = await ledger.disconnect();
        expect(ranges.at(-1)?.to).toBe(height);
        left.push(...chain.blocks.slice(height, height + 1));
      }
      expect(await auditBitcoin(db, { slotOf })).toMatchObject({ ok: true });
    }
    expect(await dumpLedger(db)).toBe(await dumpLedger(ascending));
  });
});
