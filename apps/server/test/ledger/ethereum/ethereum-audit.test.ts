import { toHex } from '@hopscope/chain';
import { expect, it } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import type { EthereumCheck } from '../../../src/ledger/ethereum/audit/audit-violation.ts';
import type { EthereumBundle } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { positionOf } from '../../../src/ledger/shared/positions.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { addressOf, erc20, frozen, makeBundle, nobody } from '../../support/sources/ethereum-blocks.ts';
import { randomBlock } from '../../support/ledger/ethereum-model.ts';
import { createRandom } from '../../support/survival/random.ts';

const chain = { chainId: 1337n, network: 'demo' };
const contract = addressOf(0x9000);

/** A ledger of blocks 10 to 29 with everything that can be damaged. */
async function fill(db: SqlDatabase): Promise<void> {
  const random = createRandom(7);
  const blocks: EthereumBundle[] = [];
  for (let height = 10; height < 28; height++) {
    const parentHash = blocks.at(-1)?.block.hash ?? random.bytes(32);
    blocks.push(randomBlock(random, { height, parentHash, txs: 12 }));
  }
  const [a, b] = [addressOf(1), addressOf(2)];
  // Enough for full parts of lists.
  const many = Array.from({ length: 40 }, (_, i) => ({ from: a, to: b, value: 1n, nonce: BigInt(i) }));
  blocks.push(makeBundle({ height: 28, parentHash: blocks.at(-1)?.block.hash ?? nobody, txs: many }));
  blocks.push(
    makeBundle({
      height: 29,
      parentHash: blocks.at(-1)?.block.hash ?? nobody,
      txs: [
        { from: a, to: null, contract, input: random.bytes(4) },
        {
          from: a,
          to: b,
          value: 5n,
          nonce: 1n,
          input: random.bytes(4),
          logs: [erc20(addressOf(0x7000), a, b, 9n), frozen(addressOf(0x7000), b)],
        },
      ],
    }),
  );
  await createEthereumLedger({ db }).append(chain, blocks);
}

function audit(db: SqlDatabase) {
  return withSession(db, (session) => auditEthereum(session));
}

const a = toHex(addressOf(1));
const ofA = `(select id from eth_account where key = '\\x${a}')`;
const last = positionOf(29, 1);

/** What is damaged, how, and which check has to see it. */
const damages: readonly (readonly [string, string, EthereumCheck])[] = [
  ['a block that is gone', 'delete from eth_block where height = 20', 'ranges'],
  ['the highest block gone', 'delete from eth_block where height = 29', 'ranges'],
  ['a range that is too short', 'update eth_range set hi = 28', 'ranges'],
  [
    'a damaged header',
    'update eth_block set body = set_byte(body, 5, get_byte(body, 5) # 1) where height = 20',
    'block',
  ],
  [
    'a block cut off',
    'update eth_block set body = substring(body from 1 for 300) where height = 20',
    'block',
  ],
  [
    'another hash of a block',
    "update eth_block set hash = decode(repeat('ab', 32), 'hex') where height = 20",
    'block',
  ],
  ['another time in the row', 'update eth_block set time = time + 1 where height = 20', 'block'],
  [
    'a wrong sum in the block',
    'update eth_block set body = set_byte(body, length(body) - 1, 99) where height = 29',
    'block',
  ],
  ['a transaction that is gone', `delete from eth_tx where pos = ${last}`, 'block'],
  ['a transaction in a gap', `update eth_tx set pos = pos + 5 where pos = ${last}`, 'block'],
  [
    'a transaction too many',
    `insert into eth_tx select ${last + 1}, hash, body from eth_tx where pos = ${last}`,
    'transaction',
  ],
  [
    'another hash of a transaction',
    `update eth_tx set hash = decode(repeat('ab', 32), 'hex') where pos = ${last}`,
    'transaction',
  ],
  [
    'a transaction cut off',
    `update eth_tx set body = substring(body from 1 for 60) where pos = ${last}`,
    'transaction',
  ],
  [
    'a transaction with more behind',
    `update eth_tx set body = body || '\\x00' where pos = ${last}`,
    'transaction',
  ],
  ['a look-up that is gone', `delete from eth_tx_lookup where pos = ${last}`, 'lookup'],
  ['a look-up of nothing', 'insert into eth_tx_lookup values (1, 1)', 'lookup'],
  ['more received', `update eth_account set received = received + 1 where id = ${ofA}`, 'account'],
  ['more spent', `update eth_account set spent = spent + 1 where id = ${ofA}`, 'account'],
  [
    'another number of transactions',
    `update eth_account set lists = set_byte(lists, 0, 3) where id = ${ofA}`,
    'account',
  ],
  ['an account elsewhere', `update eth_account set id = id + 5 where id = ${ofA}`, 'account'],
  ['an account that is gone', `delete from eth_account where key = '\\x${toHex(contract)}'`, 'account'],
  ['an opening out of nothing', `update eth_account set opening = 5 where id = ${ofA}`, 'totals'],
  [
    'a part of a list that is gone',
    `delete from eth_list where id = ${ofA} and list = 0 and chunk = 0`,
    'list',
  ],
  [
    'a part too many',
    `insert into eth_list select id, 40, chunk, entries from eth_list where id = ${ofA} and list = 0 and chunk = 0`,
    'account',
  ],
  ['a part of somebody unknown', "insert into eth_list values (5, 0, 0, '\\x00')", 'list'],
  [
    'a part cut off',
    `update eth_list set entries = substring(entries from 1 for 9) where id = ${ofA} and list = 0 and chunk = 0`,
    'list',
  ],
  ['a holding that is gone', `delete from eth_holding where id = ${ofA} and asset = 1`, 'list'],
  ['a holding of somebody else', `update eth_holding set asset = 77 where id = ${ofA} and asset = 1`, 'list'],
  [
    'a holding with more',
    `update eth_holding set received = received + 1 where id = ${ofA} and asset = 1`,
    'account',
  ],
  ['an asset with more movements', 'update eth_asset set movements = movements + 1 where id = 1', 'asset'],
  ['an asset called fake', 'update eth_asset set fake = true where id = 1', 'list'],
  ['an asset that is gone', 'delete from eth_asset where id = 1', 'asset'],
  ['a fact that is gone', `delete from eth_fact where pos = ${last}`, 'fact'],
  ['a fact of somebody else', `update eth_fact set key = '\\x${a}' where pos = ${last}`, 'fact'],
  ['a fact of another kind', `update eth_fact set kind = 1 - kind where pos = ${last}`, 'fact'],
  ['a fact too many', `insert into eth_fact values ('\\x${a}', 1, 1, 0, '\\x${a}')`, 'fact'],
  ['more transactions in all', 'update eth_ledger set transactions = transactions + 1', 'totals'],
  ['more burnt', 'update eth_ledger set burnt = burnt + 1', 'totals'],
  ['more assets', 'update eth_ledger set assets = assets + 1', 'totals'],
  ['fewer accounts', 'update eth_ledger set accounts = accounts - 1', 'totals'],
  ['no sums', 'delete from eth_ledger', 'totals'],
];

describeWithDatabase('The audit of the Ethereum ledger', (databases) => {
  it('an empty ledger is consistent', async () => {
    expect(await audit(await databases.empty())).toMatchObject({ ok: true, report: { blocks: 0 } });
  });

  it('names every kind of damage', async () => {
    const db = await databases.empty();
    await fill(db);
    expect(await audit(db)).toMatchObject({ ok: true, report: { blocks: 20 } });
    const found = [];
    for (const [name, statement] of damages) {
      found.push(
        await withSession(db, async (session) => {
          await session.query('begin');
          const { affected } = await session.query(statement);
          const result = await auditEthereum(session);
          await session.query('rollback');
          return [name, affected, result.ok ? 'consistent' : result.violation.check];
        }),
      );
    }
    expect(found).toEqual(damages.map(([name, , check]) => [name, 1, check]));
    expect(await audit(db)).toMatchObject({ ok: true });
  });
});
