import { toHex } from '@hopscope/chain';
import { expect, it } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import type { EthereumBundle, Openings } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { readEthereumAccount, readEthereumState, readHoldings } from '../../../src/ledger/ethereum/reader.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { addressOf, erc20, makeBundle, nobody, type TxParts } from '../../support/sources/ethereum-blocks.ts';

const chain = { chainId: 1337n, network: 'demo' };
const [ada, grace, token] = [addressOf(1), addressOf(2), addressOf(0x7000)];
const noHash: Uint8Array = new Uint8Array(32);
const largest = 2n ** 256n - 1n;

function blocksOf(from: number, txs: readonly (readonly TxParts[])[], before = noHash): EthereumBundle[] {
  const blocks: EthereumBundle[] = [];
  for (const own of txs) {
    const parentHash = blocks.at(-1)?.block.hash ?? before;
    blocks.push(makeBundle({ height: from + blocks.length, parentHash, txs: own }));
  }
  return blocks;
}

async function holdingsOf(db: SqlDatabase, address: Uint8Array) {
  return withSession(db, async (session) => {
    const account = await readEthereumAccount(session, address);
    return account ? readHoldings(session, account, { limit: 10 }) : [];
  });
}

async function audited(db: SqlDatabase): Promise<unknown> {
  return withSession(db, (session) => auditEthereum(session));
}

function openings(balances: readonly (readonly [Uint8Array, bigint])[], complete = false): Openings {
  return { balances: new Map(balances.map(([address, wei]) => [toHex(address), wei])), complete };
}

const pay = (value: bigint, nonce: bigint): TxParts => ({ from: ada, to: grace, value, nonce });

describeWithDatabase('Edges of the Ethereum ledger', (databases) => {
  it('keeps sums of a token beyond 2^256, up and down', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const logs = Array.from({ length: 3 }, () => erc20(token, nobody, ada, largest));
    const blocks = blocksOf(
      5,
      [0n, 1n, 2n].map((nonce) => [{ ...pay(0n, nonce), logs, input: new Uint8Array(4) }]),
    );
    await ledger.append(chain, blocks);
    expect((await holdingsOf(db, ada))[1]).toMatchObject({ received: 9n * largest, spent: 0n, count: 9 });
    await ledger.disconnect();
    expect((await holdingsOf(db, ada))[1]).toMatchObject({ received: 6n * largest, count: 6 });
    expect(await audited(db)).toMatchObject({ ok: true });
  });

  it('takes everything back until nothing is left', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const logs = [erc20(token, ada, grace, 5n)];
    await ledger.append(chain, blocksOf(5, [[{ ...pay(1n, 0n), logs }], [pay(2n, 1n)]]));
    await ledger.disconnect();
    await ledger.disconnect();
    for (const table of [
      'eth_account',
      'eth_holding',
      'eth_list',
      'eth_asset',
      'eth_tx',
      'eth_tx_lookup',
      'eth_block',
      'eth_range',
    ]) {
      const { rows } = await withSession(db, (session) => session.query(`select 1 from ${table}`));
      expect([table, rows.length]).toEqual([table, 0]);
    }
    const { totals } = await withSession(db, readEthereumState);
    expect(new Set(Object.values(totals))).toEqual(new Set([0n]));
    await expect(ledger.disconnect()).rejects.toMatchObject({ code: 'nothing_to_take_back' });
  });

  it('openings: known, unknown, complete, and moved down by history below', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const blocks = blocksOf(5, [[pay(1000n, 0n)], [pay(10n, 1n)], [pay(7n, 2n)]]);
    await ledger.append(chain, blocks.slice(1), openings([[ada, 5_000_000n]]));
    expect((await holdingsOf(db, ada))[0]).toMatchObject({ opening: 5_000_000n });
    expect((await holdingsOf(db, grace))[0]).toMatchObject({ opening: null });
    expect(await withSession(db, readEthereumState)).toMatchObject({ openingsKnown: false });
    const before = await holdingsOf(db, ada);
    await ledger.append(chain, blocks.slice(0, 1), openings([], true));
    const [after] = await holdingsOf(db, ada);
    // What it has in the end does not depend on how much of its history is held.
    const balance = (row: { opening: bigint | null; received: bigint; spent: bigint } | undefined) =>
      (row?.opening ?? 0n) + (row?.received ?? 0n) - (row?.spent ?? 0n);
    expect(balance(after)).toBe(balance(before[0]));
    expect(after?.opening).toBe(5_000_000n + 1000n + 21_000n * 10n);
    expect(await audited(db)).toMatchObject({ ok: true });
    await ledger.disconnect();
    expect(await audited(db)).toMatchObject({ ok: true });
  });

  it('history below that touches what is held has to fit', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const blocks = blocksOf(
      5,
      Array.from({ length: 6 }, (_, i) => [pay(BigInt(i), BigInt(i))]),
    );
    await ledger.append(chain, blocks.slice(4));
    const foreign = blocksOf(8, [[pay(9n, 9n)]], blocks[2]?.block.hash);
    await expect(ledger.append(chain, foreign)).rejects.toMatchObject({ code: 'child_mismatch' });
    await ledger.append(chain, blocks.slice(2, 4));
    await ledger.append(chain, blocks.slice(0, 2));
    expect(await ledger.ranges()).toEqual([{ from: 5, to: 10 }]);
    expect(await audited(db)).toMatchObject({ ok: true });
  });

  it('refuses what does not fit, and changes nothing', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const blocks = blocksOf(5, [[pay(1n, 0n)], [pay(2n, 1n)]]);
    await ledger.append(chain, blocks);
    const refusals: readonly [readonly EthereumBundle[], string, typeof chain?][] = [
      [blocks, 'height_taken'],
      [blocksOf(7, [[]], noHash), 'parent_mismatch'],
      [blocksOf(4, [[]]), 'child_mismatch'],
      [blocksOf(9, [[]]), 'chain_mismatch', { chainId: 1n, network: 'mainnet' }],
    ];
    for (const [added, code, other] of refusals) {
      await expect(ledger.append(other ?? chain, added)).rejects.toMatchObject({ code });
    }
    await ledger.append(chain, blocksOf(20, [[]]));
    await expect(ledger.append(chain, blocksOf(12, [[]]))).rejects.toMatchObject({ code: 'order_needed' });
    expect(await ledger.ranges()).toEqual([
      { from: 5, to: 6 },
      { from: 20, to: 20 },
    ]);
    expect(await audited(db)).toMatchObject({ ok: true });
  });

  it('a reorganization that fails leaves the chain as it was', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const blocks = blocksOf(5, [[pay(1n, 0n)], [pay(2n, 1n)], [pay(3n, 2n)]]);
    await ledger.append(chain, blocks);
    const wrong = blocksOf(6, [[pay(9n, 1n)]], noHash);
    await expect(ledger.reorganize(chain, 2, wrong)).rejects.toMatchObject({ code: 'parent_mismatch' });
    expect(await ledger.ranges()).toEqual([{ from: 5, to: 7 }]);
    expect(await audited(db)).toMatchObject({ ok: true });
  });

  it('accounts whose ids collide are found, moved and removed', async () => {
    const db = await databases.empty();
    const slotOf = (key: Uint8Array): bigint => BigInt(key[19] ?? 0) % 2n;
    const ledger = createEthereumLedger({ db, slotOf });
    const people = Array.from({ length: 9 }, (_, i) => addressOf(i + 1));
    const txs = people.map(
      (from, i): TxParts => ({
        from,
        to: people[(i + 4) % 9] ?? ada,
        value: 1n,
        nonce: BigInt(i),
        logs: [erc20(token, from, ada, 3n)],
      }),
    );
    await ledger.append(chain, blocksOf(5, [txs.slice(5), txs.slice(2, 5), txs]));
    const audit = () => withSession(db, (session) => auditEthereum(session, { slotOf }));
    expect(await audit()).toMatchObject({ ok: true });
    for (let i = 0; i < 3; i++) {
      await ledger.disconnect();
      expect(await audit()).toMatchObject({ ok: true });
    }
  });
});
