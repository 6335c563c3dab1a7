import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import type { SqlDatabase } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createAddressExport } from '../../src/contexts/explorer/addresses/address-export.service.ts';
import { createBitcoinHistories } from '../../src/contexts/explorer/bitcoin/bitcoin-histories.ts';
import { textCell } from '../../src/contexts/explorer/addresses/export-text.ts';
import { rowsPerRead } from '../../src/contexts/explorer/addresses/filtered-history.ts';
import { cellsOf, exported, rowsOfCsv, rowsOfJsonLines } from '../support/ledger/address-checks.ts';
import { bitcoinHistories } from '../support/ledger/address-model.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { nobody } from '../support/ledger/history-facts.ts';

const chain = createChain({ seed: 12, maxTxs: 14, wallet: 6 });
chain.extend(60);
const model = bitcoinHistories(chain.blocks, chain.network);
const [busy] = [...model].sort(([, a], [, b]) => b.length - a.length);
const [addr, rows] = busy ?? ['', []];
const other = [...model.keys()].find((address) => address !== addr) ?? '';
const top = chain.blocks.length - 1;

/** The same database, telling how often it was asked for a connection. */
function counting(db: SqlDatabase): { db: SqlDatabase; leases(): number } {
  let leases = 0;
  const counted: SqlDatabase = {
    lease: (purpose) => {
      leases++;
      return db.lease(purpose);
    },
    share: () => db.share(),
    close: () => db.close(),
  };
  return { db: counted, leases: () => leases };
}

describeWithDatabase('Exports of an address', (databases) => {
  async function filled() {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append(chain.network, chain.blocks);
    return { db, ledger };
  }

  test('say what they rest on, are named after it, and show names as text', async () => {
    const { db } = await filled();
    const api = await createDirectoryApi(db, { start: Date.parse('2024-02-29T12:00:00Z') });
    const who = await api.someone('ada@example.org');
    const name = '=HYPERLINK("http://example.org");@SUM(1), "x"';
    const others = [...new Set(rows.flatMap((row) => [...row.others]))];
    await api.sync('list', [
      subject('x', { proper_name: name }),
      ...others.slice(0, 20).map((address) => attribution('x', address)),
    ]);
    const answer = await api.answer(who, endpoints.exportAddressTransactions, {
      params: { addr },
      query: { minAmount: '1', format: 'csv' },
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="hopscope-${addr}-${top}.csv"`,
    });
    const head = cellsOf(answer.body).filter(([first]) => first === '#');
    const tipHash = Buffer.from(chain.blocks[top]?.block.hash ?? [])
      .reverse()
      .toString('hex');
    expect(head.slice(0, -1)).toEqual([
      ['#', 'blockchain', 'bitcoin'],
      ['#', 'address', addr],
      ['#', 'coverage', `Complete: genesis to block ${top}`],
      ['#', 'ledger height', String(top)],
      ['#', 'ledger block', tipHash],
      ['#', 'exported at', expect.stringMatching(/^2024-02-29T12:\d\d:\d\d\.\d{3}Z$/)],
      ['#', 'filter', 'minAmount = 1'],
    ]);
    const shown = rowsOfCsv(answer.body);
    const named = shown.filter(({ counterparties }) => counterparties !== '');
    expect(named.length).toBeGreaterThan(0);
    for (const { counterparties } of named) {
      expect(counterparties).toBe(`'=HYPERLINK("http://example.org");'@SUM(1), "x"`);
    }
    const spent = shown.find(({ direction }) => direction === 'out');
    expect(spent?.['net_satoshi']).toMatch(/^-\d+$/);
    for (const cell of cellsOf(answer.body).flat()) {
      expect(cell).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
      expect(cell).toMatch(/^(?![=+@\t\r])(?!-\D)/);
    }
  });

  test('go on after a cursor, unless it is of something else or the blocks below have changed', async () => {
    const { db, ledger } = await filled();
    const api = await createDirectoryApi(db);
    const who = await api.someone('ada@example.org');
    const lines = rowsOfJsonLines(await exported(api, who, addr, { format: 'jsonl' }));
    expect(lines.length).toBe(rows.length);
    const cursorOf = (at: number): string => lines[at]?.cursor ?? '';
    const refused = (status: number, address: string, query: Record<string, string>) =>
      api.refused(status, who, endpoints.exportAddressTransactions, { params: { addr: address }, query });
    await refused(400, other, { cursor: cursorOf(3) });
    await refused(400, addr, { cursor: cursorOf(3), direction: 'in' });
    for (const cursor of ['x', '%00', 'A'.repeat(200), cursorOf(3).slice(0, -3), `${cursorOf(3)}AAAA`]) {
      await refused(400, addr, { cursor });
    }
    const last = lines.length - 1;
    expect(
      rowsOfJsonLines(await exported(api, who, addr, { format: 'jsonl', cursor: cursorOf(last) })),
    ).toEqual([]);
    const fork = chain.fork(top - 10, 77);
    await ledger.reorganize(chain.network, 10, fork.extend(11));
    const below = rows.findLastIndex(({ height }) => height <= top - 10);
    const rest = rowsOfJsonLines(
      await exported(api, who, addr, { format: 'jsonl', cursor: cursorOf(below) }),
    );
    const now = bitcoinHistories(fork.blocks, chain.network).get(addr) ?? [];
    expect(rest.map(({ sequence }) => sequence)).toEqual(
      now.slice(below + 1).map(({ sequence }) => sequence),
    );
    const { message, code } = await refused(409, addr, { cursor: cursorOf(below + 1) });
    expect({ code, message }).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Restart the export'),
    });
  });

  test('of a part of the chain say so; older blocks that come in end their cursors, and make balances known', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append(chain.network, chain.blocks.slice(20));
    const api = await createDirectoryApi(db);
    const who = await api.someone('ada@example.org');
    const csv = await exported(api, who, addr, { format: 'csv' });
    expect(cellsOf(csv)[2]?.slice(0, 2)).toEqual(['#', 'coverage']);
    expect(csv).toContain(`Part of the chain: blocks 20–${top}`);
    const cursor = rowsOfCsv(csv).at(-1)?.['cursor'] ?? '';
    const points = async () =>
      (await api.as(who, endpoints.getAddressBalanceHistory, { params: { addr } })).points;
    expect((await points()).every(({ balance }) => balance === null)).toBe(true);
    await ledger.append(chain.network, chain.blocks.slice(0, 20));
    expect(rowsOfCsv(await exported(api, who, addr, { format: 'csv' })).length).toBe(rows.length);
    const query = { cursor };
    await api.refused(409, who, endpoints.exportAddressTransactions, { params: { addr }, query });
    const balance = rows.reduce((sum, row) => sum + row.received - row.spent, 0n);
    expect((await points()).at(-1)?.balance).toBe(String(balance));
  });

  test('are made as they are taken, and stop with whoever takes them', async () => {
    const { db } = await filled();
    const counted = counting(db);
    const { signal } = new AbortController();
    const service = createAddressExport({ now: () => 0 });
    const { lines } = await service.export(
      createBitcoinHistories(counted.db),
      { text: addr, chain: 'bitcoin', query: {}, format: 'csv', cursor: undefined },
      { counterparties: nobody, signal },
    );
    const texts = lines[Symbol.asyncIterator]();
    expect((await texts.next()).value).toContain('#,blockchain');
    expect(counted.leases()).toBe(1);
    expect((await texts.next()).value.split('\r\n').length - 1).toBe(rowsPerRead);
    expect(counted.leases()).toBe(2);
    await texts.return?.();
    expect(await texts.next()).toMatchObject({ done: true });
    expect(counted.leases()).toBe(2);
  });

  test('break off where blocks are replaced on the way, and leave blocks that come meanwhile out', async () => {
    const { db, ledger } = await filled();
    const service = createAddressExport({ now: () => 0 });
    const begin = async () => {
      const { lines } = await service.export(
        createBitcoinHistories(db),
        { text: addr, chain: 'bitcoin', query: {}, format: 'jsonl', cursor: undefined },
        { counterparties: nobody, signal: new AbortController().signal },
      );
      return lines[Symbol.asyncIterator]();
    };
    const grown = await begin();
    let text = String((await grown.next()).value);
    await ledger.append(chain.network, chain.fork(top, 3).extend(2));
    for (let part = await grown.next(); !part.done; part = await grown.next()) text += part.value;
    expect(rowsOfJsonLines(text).length).toBe(rows.length);
    const broken = await begin();
    await broken.next();
    await ledger.disconnect();
    await expect(broken.next()).rejects.toMatchObject({ reason: 'conflict' });
  });

  test('come whole over a connection, and one that is left does not hold the server up', async () => {
    const { db } = await filled();
    const api = await createDirectoryApi(db);
    const who = await api.someone('ada@example.org');
    const base = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `${base}/api/v1/blockchain/address/${addr}/transactions/export?format=jsonl`;
    const headers = { authorization: `Bearer ${who.accessToken}`, connection: 'close' };
    const complete = await (await fetch(url, { headers })).text();
    expect(rowsOfJsonLines(complete).length).toBe(rows.length);
    const leaving = new AbortController();
    const answer = await fetch(url, { headers, signal: leaving.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    leaving.abort();
    // The server still answers, and ends without waiting for an export that nobody takes.
    expect(await (await fetch(url, { headers })).text()).toBe(complete);
  });
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', `" '=1"`],
  ['\t=1', `" '=1"`],
  ['\r\n=1', `"  '=1"`],
  ['\uFF1D1', "'\uFF1D1"],
  ['a;=1', "a;'=1"],
  ['a,=1', `"a,'=1"`],
  ['say "x"', '"say ""x"""'],
  ['a\u202Eb\u2066c', 'a b c'],
  ['2 - 1 = 1', '2 - 1 = 1'],
  ['', ''],
])('a cell of %j is %j', (text, cell) => {
  expect(textCell(text)).toBe(cell);
});
