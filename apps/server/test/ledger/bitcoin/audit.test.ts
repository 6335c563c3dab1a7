import { sha256d } from '@hopscope/chain';
import { describe, expect, test } from 'vitest';
import { slotOfKey } from '../../../src/ledger/bitcoin/accounts/accounts.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import type { AuditCheck, Violation } from '../../../src/ledger/bitcoin/audit/audit-violation.ts';
import { packActivity, unpackActivity } from '../../../src/ledger/bitcoin/accounts/activity.ts';
import { prefixKey } from '../../../src/ledger/shared/byte-keys.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { heightOf, pointOf, positionOf, replacedMark } from '../../../src/ledger/bitcoin/positions.ts';
import { type StoredTx, packTx, unpackTx } from '../../../src/ledger/bitcoin/blocks/tx-record.ts';
import { createPackWriter } from '../../../src/ledger/shared/varint.ts';
import { type SqlDatabase, type SqlSession, withSession } from '../../../src/db/session.ts';
import { createChain, type TestChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { duplicateCoinbaseChain } from '../../support/ledger/duplicate-coinbases.ts';

const chain = createChain({ seed: 7, maxTxs: 14 });
chain.extend(45);
const range = createChain({ seed: 8, maxTxs: 14 });
range.extend(30);
const duplicates = duplicateCoinbaseChain(9);

async function load(db: SqlDatabase, from: TestChain, first = 0): Promise<void> {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  await ledger.append(from.network, from.blocks.slice(first));
}

/** Changes a stored transaction and writes it back. */
async function editTx(session: SqlSession, position: number, edit: (tx: StoredTx) => void): Promise<void> {
  const { rows } = await session.query<{ body: Uint8Array }>('select body from btc_tx where pos = $1', [
    position,
  ]);
  const tx = unpackTx(rows[0]?.body ?? new Uint8Array(), position);
  edit(tx);
  await session.query('update btc_tx set body = $1 where pos = $2', [
    packTx(createPackWriter(), tx, position),
    position,
  ]);
}

/** Position and number of the first input of the kind. */
async function findInput(
  session: SqlSession,
  kind: 'known' | 'unknown',
): Promise<{ position: number; vin: number; tx: StoredTx }> {
  const { rows } = await session.query<{ pos: bigint; body: Uint8Array }>(
    'select pos, body from btc_tx order by pos',
  );
  for (const row of rows) {
    const tx = unpackTx(row.body, Number(row.pos));
    const vin = tx.inputs.findIndex((input) => input.prevout.kind === kind);
    if (vin >= 0) return { position: Number(row.pos), vin, tx };
  }
  throw new Error(`No ${kind} input`);
}

/** Makes an input unknown although its output is in the ledger, as a forgetful backfill would leave it. */
async function forgetInput(session: SqlSession): Promise<void> {
  const { position, vin, tx } = await findInput(session, 'known');
  const prevout = tx.inputs[vin]?.prevout;
  if (prevout?.kind !== 'known') throw new Error('No known input');
  const { rows } = await session.query<{ txid: Uint8Array }>('select txid from btc_tx where pos = $1', [
    prevout.position,
  ]);
  const txid = rows[0]?.txid ?? new Uint8Array(32);
  await editTx(session, position, ({ inputs }) => {
    const input = inputs[vin];
    if (input) input.prevout = { kind: 'unknown', txid, vout: prevout.vout };
  });
  const complete = tx.inputs.every((input) => input.prevout.kind === 'known');
  const paidIn = tx.inputs.reduce(
    (sum, input) => sum + (input.prevout.kind === 'known' ? input.prevout.value : 0n),
    0n,
  );
  const fee = complete ? tx.outputs.reduce((sum, output) => sum - output.value, paidIn) : 0n;
  await session.query(
    'update btc_block set unknown_inputs = unknown_inputs + 1, fees = fees - $1 where height = $2',
    [String(fee), heightOf(position)],
  );
  await session.query('insert into btc_unresolved values ($1, $2)', [
    String(prefixKey(txid)),
    String(pointOf(position, vin)),
  ]);
  await session.query('delete from btc_spend where outpoint = $1', [
    String(pointOf(prevout.position, prevout.vout)),
  ]);
}

interface Corruption {
  name: string;
  from?: { chain: TestChain; first: number };
  break: (session: SqlSession) => Promise<unknown>;
  check: AuditCheck;
  says: RegExp;
  at?: Partial<Violation>;
}

const sql =
  (statement: string) =>
  (session: SqlSession): Promise<unknown> =>
    session.query(statement);

const busiest = 'select id from btc_account order by tx_count desc, id limit 1';
const rangeFrom = { chain: range, first: 12 };
const bip30 = { chain: duplicates.chain, first: 0 };

async function editTail(
  session: SqlSession,
  edit: (entries: ReturnType<typeof unpackActivity>) => void,
): Promise<void> {
  const { rows } = await session.query<{ id: bigint; tail: Uint8Array }>(
    'select id, tail from btc_account where length(tail) > 20 order by id limit 1',
  );
  const row = rows[0];
  if (!row) throw new Error('No account with a tail');
  const entries = unpackActivity(row.tail);
  edit(entries);
  await session.query('update btc_account set tail = $1 where id = $2', [
    packActivity(createPackWriter(), entries),
    row.id,
  ]);
}

const corruptions: Corruption[] = [
  {
    name: 'a range too long',
    break: sql('update btc_range set hi = hi + 1'),
    check: 'ranges',
    says: /Block 46 is missing/,
  },
  {
    name: 'a range too short',
    break: sql('update btc_range set hi = hi - 1'),
    check: 'ranges',
    says: /Block 45 is outside/,
    at: { height: 45 },
  },
  {
    name: 'ranges that touch',
    break: async (session) => {
      await session.query('update btc_range set hi = 9');
      await session.query('insert into btc_range values (10, 45)');
    },
    check: 'ranges',
    says: /touch/,
    at: { height: 10 },
  },
  {
    name: 'a missing block',
    break: sql('delete from btc_block where height = 20'),
    check: 'transaction',
    says: /belongs to no block/,
    at: { height: 20 },
  },
  {
    name: 'a missing block and its transactions',
    break: async (session) => {
      await session.query('delete from btc_block where height = 20');
      await session.query(
        `delete from btc_tx where pos >= ${positionOf(20, 0)} and pos < ${positionOf(21, 0)}`,
      );
    },
    check: 'ranges',
    says: /Block 20 is missing/,
  },
  {
    name: 'a wrong block hash',
    break: sql(`update btc_block set hash = set_byte(hash, 3, get_byte(hash, 3) # 1) where height = 12`),
    check: 'block',
    says: /hash does not match the header/,
    at: { height: 12 },
  },
  {
    name: 'a block that does not follow its parent',
    break: async (session) => {
      const { rows } = await session.query<{ header: Uint8Array }>(
        'select header from btc_block where height = 12',
      );
      const header = rows[0]?.header.slice() ?? new Uint8Array();
      header.fill(1, 4, 36);
      await session.query('update btc_block set header = $1, hash = $2 where height = 12', [
        header,
        sha256d(nativeHashing, header),
      ]);
    },
    check: 'block',
    says: /does not follow/,
    at: { height: 12 },
  },
  {
    name: 'a wrong txid',
    break: sql(
      `update btc_tx set txid = set_byte(txid, 31, get_byte(txid, 31) # 1) where pos = ${positionOf(30, 0)}`,
    ),
    check: 'block',
    says: /Merkle root/,
    at: { height: 30 },
  },
  {
    name: 'a missing transaction',
    break: sql(`delete from btc_tx where pos = ${positionOf(30, 0)}`),
    check: 'block',
    says: /Transaction 0 of block 30 is missing/,
  },
  {
    name: 'a transaction too many',
    break: sql(
      `insert into btc_tx select ${positionOf(30, 900)}, txid, body from btc_tx where pos = ${positionOf(30, 0)}`,
    ),
    check: 'transaction',
    says: /belongs to no block/,
    at: { height: 30 },
  },
  {
    name: 'a transaction above the top',
    break: sql(
      `insert into btc_tx select ${positionOf(300, 0)}, txid, body from btc_tx where pos = ${positionOf(30, 0)}`,
    ),
    check: 'transaction',
    says: /belongs to no block/,
    at: { height: 300 },
  },
  {
    name: 'a cut transaction',
    break: sql(
      `update btc_tx set body = substring(body from 1 for length(body) - 1) where pos = ${positionOf(31, 0)}`,
    ),
    check: 'transaction',
    says: /damaged/,
    at: { height: 31 },
  },
  ...[
    'tx_count',
    'input_count',
    'output_count',
    'unknown_inputs',
    'output_amt',
    'reward',
    'fees',
    'size',
    'stripped_size',
  ].map(
    (column): Corruption => ({
      name: `a wrong ${column} of a block`,
      break: sql(`update btc_block set ${column} = ${column} + 1 where height = 33`),
      check: column === 'unknown_inputs' ? 'unresolved' : 'block',
      says: /33/,
      at: { height: 33 },
    }),
  ),
  {
    name: 'a cut coinbase script',
    break: sql(`update btc_block set coinbase_script = substring(coinbase_script from 2) where height = 5`),
    check: 'block',
    says: /coinbase script/,
    at: { height: 5 },
  },
  {
    name: 'a missing lookup row',
    break: sql(`delete from btc_tx_lookup where pos = ${positionOf(7, 0)}`),
    check: 'lookup',
    says: /cannot be found/,
    at: { height: 7 },
  },
  {
    name: 'a lookup row too many',
    break: sql(`insert into btc_tx_lookup values (5, ${positionOf(7, 0)})`),
    check: 'lookup',
    says: /another hash/,
    at: { height: 7 },
  },
  {
    name: 'a lookup row to nowhere',
    break: sql(`insert into btc_tx_lookup values (5, ${positionOf(700, 0)})`),
    check: 'lookup',
    says: /no transaction/,
    at: { height: 700 },
  },
  {
    name: 'an input with another amount',
    break: async (session) => {
      const { position, vin } = await findInput(session, 'known');
      await editTx(session, position, ({ inputs, outputs }) => {
        const prevout = inputs[vin]?.prevout;
        if (prevout?.kind !== 'known' || !outputs[0]) throw new Error('No input');
        prevout.value += 1n;
      });
      await session.query('update btc_block set fees = fees + 1 where height = $1', [heightOf(position)]);
    },
    check: 'input',
    says: /does not repeat type, address and amount/,
  },
  {
    name: 'an input that spends another output',
    break: async (session) => {
      const { position, vin } = await findInput(session, 'known');
      await editTx(session, position, ({ inputs }) => {
        const prevout = inputs[vin]?.prevout;
        if (prevout?.kind === 'known') prevout.vout += 500;
      });
    },
    check: 'input',
    says: /does not exist/,
  },
  {
    name: 'an output that is not marked as spent',
    break: sql('delete from btc_spend where outpoint = (select max(outpoint) from btc_spend)'),
    check: 'spend',
    says: /is not marked as spent/,
  },
  {
    name: 'an output marked as spent by another input',
    break: sql(
      'update btc_spend set inpoint = inpoint + 1 where outpoint = (select min(outpoint) from btc_spend)',
    ),
    check: 'spend',
    says: /marked as spent by another input/,
  },
  {
    name: 'an unspent output marked as spent',
    break: sql(`insert into btc_spend select ${pointOf(positionOf(45, 0), 0)}, max(inpoint) from btc_spend`),
    check: 'spend',
    says: /by an input that does not spend it/,
    at: { height: 45 },
  },
  {
    name: 'a spent output that does not exist',
    break: sql(
      `insert into btc_spend select ${pointOf(positionOf(45, 0), 700)}, max(inpoint) from btc_spend`,
    ),
    check: 'spend',
    says: /does not exist/,
    at: { height: 45 },
  },
  {
    name: 'a spent output above the top',
    break: sql(`insert into btc_spend select ${pointOf(positionOf(450, 0), 0)}, max(inpoint) from btc_spend`),
    check: 'spend',
    says: /does not exist/,
    at: { height: 450 },
  },
  {
    name: 'an output marked as replaced without a namesake',
    break: sql(
      `insert into btc_spend values (${pointOf(positionOf(44, 0), 0)}, ${pointOf(positionOf(45, 0), replacedMark)})`,
    ),
    check: 'replacement',
    says: /marked as replaced/,
    at: { height: 44 },
  },
  {
    name: 'a replaced output without its mark (BIP30)',
    from: bip30,
    break: sql(`delete from btc_spend where inpoint % ${2 ** 17} = ${replacedMark}`),
    check: 'replacement',
    says: /is not marked as replaced/,
    at: { height: duplicates.older },
  },
  {
    name: 'a waiting input that is not listed',
    from: rangeFrom,
    break: sql('delete from btc_unresolved where inpoint = (select min(inpoint) from btc_unresolved)'),
    check: 'unresolved',
    says: /is not in the list/,
  },
  {
    name: 'a waiting input that is not unknown',
    from: rangeFrom,
    break: sql(`insert into btc_unresolved values (77, ${pointOf(positionOf(20, 0), 0)})`),
    check: 'unresolved',
    says: /but its output is known/,
    at: { height: 20 },
  },
  {
    name: 'an unknown input whose output is here',
    from: rangeFrom,
    break: forgetInput,
    check: 'unresolved',
    says: /although the ledger contains/,
  },
  {
    name: 'a coinbase that pays too much, everything following it',
    break: async (session) => {
      await editTx(
        session,
        positionOf(40, 0),
        ({ outputs }) => void (outputs[0] && (outputs[0].value += 10n ** 10n)),
      );
      await session.query(
        'update btc_block set reward = reward + 10000000000, output_amt = output_amt + 10000000000 where height = 40',
      );
    },
    check: 'issue',
    says: /more than subsidy/,
    at: { height: 40 },
  },
  {
    name: 'a wrong received sum',
    break: sql(`update btc_account set received = received + 1 where id = (${busiest})`),
    check: 'account',
    says: /activity: received/,
  },
  {
    name: 'a wrong spent sum',
    break: sql(`update btc_account set spent = spent + 1 where id = (${busiest})`),
    check: 'account',
    says: /activity: spent/,
  },
  {
    name: 'a wrong count',
    break: sql(`update btc_account set tx_count = tx_count + 1 where id = (${busiest})`),
    check: 'account',
    says: /activity: transactions/,
  },
  {
    name: 'a wrong number of blocks',
    break: sql(`update btc_account set block_count = block_count + 1 where id = (${busiest})`),
    check: 'account',
    says: /activity: blocks/,
  },
  {
    name: 'a wrong P2PK flag',
    break: sql(`update btc_account set flags = 1 - flags where id = (${busiest})`),
    check: 'account',
    says: /activity: flags/,
  },
  {
    name: 'a missing chunk',
    break: sql(`delete from btc_activity where chunk = 0 and id = (${busiest})`),
    check: 'activity',
    says: /Part 0 .* is missing/,
    at: { sequence: 0 },
  },
  {
    name: 'a hole in the chunks',
    break: sql(`update btc_activity set chunk = chunk + 5 where chunk = 1 and id = (${busiest})`),
    check: 'activity',
    says: /Part 1 .* is missing/,
    at: { sequence: 64 },
  },
  {
    name: 'a short chunk',
    break: async (session) => {
      const { rows } = await session.query<{ id: bigint; entries: Uint8Array }>(
        `select id, entries from btc_activity where chunk = 0 and id = (${busiest})`,
      );
      const entries = unpackActivity(rows[0]?.entries ?? new Uint8Array()).slice(1);
      await session.query('update btc_activity set entries = $1 where id = $2 and chunk = 0', [
        packActivity(createPackWriter(), entries),
        rows[0]?.id,
      ]);
    },
    check: 'activity',
    says: /has 63 entries/,
  },
  {
    name: 'a tail that should be a chunk',
    break: async (session) => {
      const { rows } = await session.query<{ id: bigint; entries: Uint8Array }>(
        `select id, entries from btc_activity where chunk = 0 and id = (${busiest})`,
      );
      await session.query('update btc_account set tail = $1 where id = $2', [rows[0]?.entries, rows[0]?.id]);
    },
    check: 'activity',
    says: /too long/,
  },
  {
    name: 'activity without account',
    break: sql('insert into btc_activity select id + 1, 0, entries from btc_activity order by id limit 1'),
    check: 'activity',
    says: /which does not exist/,
  },
  {
    name: 'damaged activity',
    break: sql(
      `update btc_activity set entries = substring(entries from 1 for length(entries) - 1) where chunk = 0 and id = (${busiest})`,
    ),
    check: 'activity',
    says: /damaged/,
  },
  {
    name: 'entries out of order',
    break: (session) =>
      editTail(
        session,
        (entries) => void (entries[1] && entries[0] && (entries[1].position = entries[0].position)),
      ),
    check: 'activity',
    says: /not later/,
  },
  {
    name: 'an entry above the top',
    break: (session) =>
      editTail(
        session,
        (entries) =>
          void (entries.at(-1) && Object.assign(entries.at(-1) ?? {}, { position: positionOf(900, 0) })),
      ),
    check: 'activity',
    says: /is not in the ledger/,
    at: { height: 900 },
  },
  {
    name: 'an entry with another amount, the totals following it',
    break: async (session) => {
      await editTail(session, (entries) => void (entries[0] && (entries[0].received += 5n)));
      await session.query(
        'update btc_account set received = received + 5 where id = (select id from btc_account where length(tail) > 20 order by id limit 1)',
      );
    },
    check: 'activity',
    says: /Its activity has/,
  },
  {
    name: 'an account whose activity is gone without trace',
    break: sql(
      'delete from btc_account where id = (select id from btc_account where tx_count = 1 order by id limit 1)',
    ),
    check: 'activity',
    says: /Its activity has: none/,
  },
  {
    name: 'an account that cannot be found',
    break: sql(
      'update btc_account set id = id + 3 where id = (select id from btc_account where tx_count = 1 order by id limit 1)',
    ),
    check: 'account',
    says: /cannot be found/,
  },
  {
    name: 'an account without transactions',
    break: sql(
      `insert into btc_account values (${slotOfKey(Uint8Array.of(0, ...new Uint8Array(20)))}, 0, 0, 0, 0, 0, '\\x${'00'.repeat(21)}', '')`,
    ),
    check: 'account',
    says: /has no transactions/,
    at: { address: '1111111111111111111114oLvT2' },
  },
  {
    name: 'two accounts of one address',
    break: sql(
      `insert into btc_account select id + 1, 0, 0, 0, 0, 0, key, '' from btc_account where tx_count = 1 order by id limit 1`,
    ),
    check: 'account',
    says: /two accounts/,
  },
  ...[
    'transactions',
    'addresses',
    'utxos',
    'address_balance',
    'other_balance',
    'destroyed',
    'rewards',
    'fees',
    'unknown_inputs',
  ].map(
    (column): Corruption => ({
      name: `a wrong sum of ${column}`,
      break: sql(`update btc_ledger set ${column} = ${column} + 1`),
      check: 'totals',
      says: /The ledger's total/,
    }),
  ),
  {
    name: 'a lost ledger row',
    break: sql('delete from btc_ledger'),
    check: 'totals',
    says: /The ledger's total/,
  },
  {
    name: 'a fork block that is in the chain',
    break: sql(
      `insert into btc_fork_block select hash, substring(header from 5 for 32), header from btc_block where height = 3`,
    ),
    check: 'fork',
    says: /is in the chain/,
    at: { height: 3 },
  },
  {
    name: 'a fork block of another hash',
    break: sql(
      `insert into btc_fork_block select set_byte(hash, 0, 1), substring(header from 5 for 32), header from btc_block where height = 3`,
    ),
    check: 'fork',
    says: /does not match its hash/,
  },
  {
    name: 'a cut fork block',
    break: sql(
      `insert into btc_fork_block select set_byte(hash, 0, 1), hash, substring(header from 1 for 50) from btc_block where height = 3`,
    ),
    check: 'fork',
    says: /truncated/,
  },
];

describeWithDatabase('audit', (databases) => {
  test('finds nothing in a good ledger, and says what it checked', async () => {
    const db = await databases.empty();
    expect(await auditBitcoin(db)).toMatchObject({ ok: true, report: { blocks: 0, tip: undefined } });
    await load(db, chain);
    const txs = chain.blocks.flatMap(({ block }) => block.transactions);
    expect(await auditBitcoin(db)).toMatchObject({
      ok: true,
      report: {
        network: 'demo',
        complete: true,
        blocks: 46,
        transactions: txs.length,
        inputs: txs.reduce((sum, tx) => sum + tx.inputs.length, 0) - 46,
        outputs: txs.reduce((sum, tx) => sum + tx.outputs.length, 0),
        unknownInputs: 0,
      },
    });
  });

  test('tells balances at every height', async () => {
    const db = await databases.empty();
    await load(db, chain);
    for (const height of [0, 1, 22, 44, 45, 60]) {
      const result = await auditBitcoin(db, { height });
      if (!result.ok) throw new Error(result.violation.message);
      const { atHeight } = result.report;
      const below = await databases.empty();
      await load(below, chain.fork(Math.min(height, 45), 1));
      const { rows } = await withSession(below, (session) =>
        session.query<{ a: bigint; o: bigint; d: bigint }>(
          'select address_balance a, other_balance o, destroyed d from btc_ledger',
        ),
      );
      expect(atHeight).toMatchObject({ addresses: rows[0]?.a, other: rows[0]?.o, destroyed: rows[0]?.d });
    }
  });

  test('passes a range, gaps and duplicate coinbases', async () => {
    const db = await databases.empty();
    await load(db, range, 12);
    const result = await auditBitcoin(db, { height: 20 });
    expect(result).toMatchObject({ ok: true, report: { complete: false, ranges: [{ from: 12, to: 30 }] } });
    expect(result.ok && result.report.unknownInputs).toBeGreaterThan(0);
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('demo', range.blocks.slice(2, 5));
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    const other = await databases.empty();
    await load(other, duplicates.chain);
    expect(await auditBitcoin(other)).toMatchObject({ ok: true, report: { network: 'mainnet' } });
  });

  test('stops when told', async () => {
    const db = await databases.empty();
    await load(db, chain);
    await expect(auditBitcoin(db, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  });
});

describeWithDatabase('audit of a damaged ledger', (databases) => {
  test.each(corruptions)('names $name', async ({ from, break: damage, check, says, at }) => {
    const db = await databases.empty();
    await load(db, from?.chain ?? chain, from?.first);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    await withSession(db, damage);
    const result = await auditBitcoin(db);
    if (result.ok) throw new Error('The audit found nothing');
    expect(result.violation).toMatchObject({ check, ...at });
    expect(result.violation.message).toMatch(says);
  });
});

describe('homes of accounts', () => {
  test('differ for one hash under two kinds of script', () => {
    const payload = new Uint8Array(20).fill(9);
    expect(slotOfKey(Uint8Array.of(0, ...payload))).not.toBe(slotOfKey(Uint8Array.of(0x10, ...payload)));
  });
});
