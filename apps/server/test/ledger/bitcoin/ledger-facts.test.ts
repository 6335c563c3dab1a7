import { parseAddress, networks, toDisplayHash } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { readDataJson } from '../../../../../test/chain-data.ts';
import { withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { heightOf } from '../../../src/ledger/bitcoin/positions.ts';
import { readAccount, readActivity, readBlocks, readState } from '../../../src/ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { readBlockFile } from '../../support/recorded/real-blocks.ts';
import { describeWithFiles } from '../../support/recorded/real-files.ts';

interface AddressFacts {
  address?: string;
  balance: number;
  received: number;
  sent: number;
  txs: number;
  first?: number;
  last?: number;
}

interface Facts {
  blocks: number;
  txs: number;
  tip: string;
  utxos_excl_genesis: number;
  supply_sats_incl_genesis: number;
  addresses: number;
  fees_total: number;
  inputs_resolved: number;
  top_balances: AddressFacts[];
  interesting: Record<string, AddressFacts>;
}

describeWithDatabase('ledger of real blocks', (databases) => {
  test('has the facts of blocks 0 to 2100', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const blocks = readBlockFile('blk_000000_002100.dat').map((block, height) => ({ height, block }));
    for (let i = 0; i < blocks.length; i += 500) await ledger.append('mainnet', blocks.slice(i, i + 500));
    const facts = readDataJson('bitcoin/facts_000000_002100.json') as Facts;

    await withSession(db, async (session) => {
      const { ranges, totals } = await readState(session);
      expect(ranges).toEqual([{ from: 0, to: facts.blocks - 1 }]);
      expect(totals).toMatchObject({
        transactions: BigInt(facts.txs),
        addresses: BigInt(facts.addresses),
        utxos: BigInt(facts.utxos_excl_genesis),
        fees: BigInt(facts.fees_total),
        unknownInputs: 0n,
      });
      expect((totals?.addressBalance ?? 0n) + (totals?.otherBalance ?? 0n)).toBe(
        BigInt(facts.supply_sats_incl_genesis),
      );
      const tip = (await readBlocks(session, [2100])).get(2100);
      expect(tip && toDisplayHash(tip.hash)).toBe(facts.tip);

      const known = [
        ...facts.top_balances,
        ...Object.entries(facts.interesting).map(([address, f]) => ({ ...f, address })),
      ];
      expect(known.length).toBeGreaterThan(30);
      for (const { address, balance, received, sent, txs, first, last } of known) {
        const account = await readAccount(session, parseAddress(address ?? '', networks.mainnet).key);
        if (!account) throw new Error(`${address} has no account`);
        const entries = await readActivity(session, account, 0, account.txCount - 1);
        expect({ address, received: account.received, spent: account.spent, txs: account.txCount }).toEqual({
          address,
          received: BigInt(received),
          spent: BigInt(sent),
          txs,
        });
        expect(account.received - account.spent).toBe(BigInt(balance));
        if (first !== undefined) expect(heightOf(entries[0]?.position ?? -1)).toBe(first);
        if (last !== undefined) expect(heightOf(entries.at(-1)?.position ?? -1)).toBe(last);
      }
    });
    const result = await auditBitcoin(db, { height: 1000 });
    expect(result).toMatchObject({
      ok: true,
      report: {
        complete: true,
        inputs: facts.inputs_resolved,
        tip: { issued: BigInt(facts.supply_sats_incl_genesis) },
      },
    });
    expect(result.ok && result.report.atHeight?.issued).toBe(1001n * 5_000_000_000n);
  });

  test('goes over to a longer branch and equals a fresh sync of it', async () => {
    const start = readBlockFile('reorg/blk_0_to_4.dat').map((block, height) => ({ height, block }));
    const branch = ['3A', '4A', '5A']
      .flatMap((name) => readBlockFile(`reorg/blk_${name}.dat`))
      .map((block, i) => ({ height: 3 + i, block }));
    expect([start.length, branch.length]).toEqual([5, 3]);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('mainnet', start);
    await ledger.reorganize('mainnet', 2, branch);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true, report: { blocks: 6 } });
    const fresh = await databases.empty();
    await createBitcoinLedger({ db: fresh, hashing: nativeHashing }).append('mainnet', [
      ...start.slice(0, 3),
      ...branch,
    ]);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
  });
});

describeWithFiles('blocks 560,062 to 560,073', ['blk_560062_560073.dat'], () => {
  describeWithDatabase('a range of real blocks', (databases) => {
    test('holds a range of full blocks, whose older inputs are unknown', async () => {
      const db = await databases.empty();
      const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
      const blocks = readBlockFile('blk_560062_560073.dat').map((block, i) => ({
        height: 560_062 + i,
        block,
      }));
      for (let i = 0; i < blocks.length; i += 4) await ledger.append('mainnet', blocks.slice(i, i + 4));
      const result = await auditBitcoin(db, { height: 560_067 });
      expect(result).toMatchObject({
        ok: true,
        report: {
          complete: false,
          ranges: [{ from: 560_062, to: 560_073 }],
          transactions: 33_833,
          inputs: 63_938 - blocks.length,
          outputs: 84_179,
        },
      });
      const unknown = result.ok ? result.report.unknownInputs : 0;
      expect(unknown).toBeGreaterThan(20_000);
      expect(unknown).toBeLessThan(45_000);
    });
  });
});
