import { addressKeyOfScript, encodeAddress, fromHex, networks } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createKysely, kyselyOver } from '../../src/db/dialect.ts';
import { inTransaction } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { saveDependencies } from '../../src/contexts/compliance/screening/dependencies.store.ts';
import { announceRelease } from '../../src/contexts/compliance/screening/rescreening.store.ts';
import { type Coin, createChain } from '../support/ledger/chain-builder.ts';
import { insertFinding, insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';

const coin = 100_000_000n;
const start = Date.UTC(2026, 0, 1);
const never = new AbortController().signal;
const script = (name: string): Uint8Array =>
  fromHex(`0014${Buffer.from(name.padEnd(20, '.')).toString('hex')}`);
const addressOf = (name: string): string =>
  encodeAddress(addressKeyOfScript(script(name), nativeHashing) ?? new Uint8Array(), networks.demo);

/** far → near → Ada's customer; other → her second customer. Both are paid, and screened by release 1. */
async function prepare(databases: TestDatabases) {
  const db = await databases.empty();
  const api = await createDirectoryApi(db, { start });
  const ada = await api.someone('ada@example.org');
  const id = await api.found(ada);
  const chain = createChain({ seed: 5, maxTxs: 0, wallet: 3, time: (height) => start / 1000 + height });
  chain.extend(120);
  const [first, second] = chain.coins.filter(({ value }) => value >= 20n * coin);
  if (!first || !second) throw new Error('Nothing was mined');
  const pay = (from: Coin, name: string, value: bigint): Coin => {
    const tx = chain.spend([from], [{ value, script: script(name) }]);
    chain.mine([tx]);
    return { txid: tx.txid, vout: 0, value };
  };
  await api.sync('lists', [
    subject('start', { proper_name: 'Bourse', entity_type: 'exchange' }),
    attribution('start', addressOf('nobody')),
  ]);
  for (const name of ['first', 'second']) {
    const body = { address: addressOf(name), clientId: name };
    await api.within(id, ada, endpoints.addMonitoredAddress, { body });
  }
  pay(pay(pay(first, 'far', 10n * coin), 'near', 9n * coin), 'first', 8n * coin);
  pay(pay(second, 'other', 10n * coin), 'second', 9n * coin);
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
  await ledger.append('demo', chain.blocks);
  while ((await ledger.catchUpClusters(1000)).behind);
  await api.context.screening.run(never);
  const label = (name: string, source: string, words: Record<string, string>) =>
    api.sync(source, [subject(name, words), attribution(name, addressOf(name))]);
  const list = async (query: object = {}) => api.within(id, ada, endpoints.listComplianceFindings, { query });
  const transaction = async (clientId: string) => {
    const { data } = await api.within(id, ada, endpoints.listComplianceTransactions, { query: { clientId } });
    const [only] = data.transactions;
    if (!only) throw new Error(`Nothing of ${clientId}`);
    return only;
  };
  const again = () => api.context.rescreening.run(never);
  const queue = () => api.rows<{ release: bigint }>('select release from compliance_rescreen');
  return { db, api, ada, id, label, list, transaction, again, queue };
}

describeWithDatabase('Screening again', (databases) => {
  test('what a release touches, however far behind: the finding says what changed, decisions stay', async () => {
    const { api, ada, id, label, list, transaction, again } = await prepare(databases);
    await again();
    expect(await list()).toMatchObject({ total: 0, data: { findings: [] } });
    const before = { first: await transaction('first'), second: await transaction('second') };
    expect(before.first).toMatchObject({ basis: { directoryVersion: 1 }, counterparties: [{ name: null }] });
    const params = { id: before.first._id };
    await api.within(id, ada, endpoints.changeComplianceStatus, { params, body: { status: 'APPROVED' } });

    // Two hops behind the first customer; nothing of the second one.
    await label('far', 'sanctions', { proper_name: 'Listed Group', ofac: 'true' });
    await again();
    const after = await transaction('first');
    expect(after.riskScores[0]).toBeGreaterThan(before.first.riskScores[0] ?? 0);
    expect(after).toMatchObject({ status: 'APPROVED', basis: { directoryVersion: 2 } });
    const far = await list();
    expect(far.total).toBe(1);
    expect(far.data.findings).toMatchObject([
      {
        transaction: { _id: after._id, clientId: 'first' },
        release: { number: 2, source: 'Source sanctions', at: expect.any(String) },
        before: { riskScore: before.first.riskScores[0] ?? null, directoryVersion: 1 },
        after: { screening: 'scored', riskScore: after.riskScores[0], directoryVersion: 2 },
        counterparties: [],
        seen: null,
      },
    ]);
    expect(await transaction('second')).toEqual(before.second);
    const { events } = (await api.within(id, ada, endpoints.getComplianceTransaction, { params })).data;
    expect(events.at(-1)).toMatchObject({ kind: 'screened', to: String(after.riskScores[0]) });

    // The payer itself: whose it is changes too.
    await label('near', 'more', { proper_name: 'Payer Ltd', entity_type: 'exchange' });
    await label('other', 'hidden', { proper_name: 'Unspeakable Site', entity_type: 'csam' });
    await again();
    const [hidden, near, ...more] = (await list()).data.findings.toSorted((a, b) =>
      (b.transaction.clientId ?? '').localeCompare(a.transaction.clientId ?? ''),
    );
    expect(more).toHaveLength(1);
    expect(near).toMatchObject({
      counterparties: [{ address: addressOf('near'), before: null, after: { name: 'Payer Ltd' } }],
    });
    expect(hidden).toMatchObject({
      release: { number: 4 },
      counterparties: [{ after: { entityId: null, name: 'CSAM Related Entity' } }],
    });
    // Nothing is found twice.
    await again();
    expect((await list()).total).toBe(3);
  });

  test('leaves alone what a release does not touch, and what is the same afterwards is no finding', async () => {
    const { label, list, transaction, again, queue } = await prepare(databases);
    const before = await transaction('first');
    await label('elsewhere', 'more', { proper_name: 'Somebody', entity_type: 'exchange' });
    await again();
    expect(await transaction('first')).toEqual(before);
    // What it met is called otherwise: nothing else changes.
    await label('far', 'plain', { proper_name: 'Plain Ltd', entity_type: 'exchange' });
    await again();
    const { total } = await list();
    await label('far', 'plain', { proper_name: 'Plain Limited', entity_type: 'exchange' });
    await again();
    expect((await transaction('first')).basis?.directoryVersion).toBe(4);
    expect(await queue()).toEqual([]);
    expect((await list()).total).toBe(total);
  });

  test('takes what is written while a release is looked through, and looks it through again after a stop', async () => {
    const { db, label, list, transaction, again, queue } = await prepare(databases);
    await again();
    const { _id: first } = await transaction('first');
    await label('far', 'sanctions', { proper_name: 'Listed Group', ofac: 'true' });
    // Announced, then stopped; a screening by the release before it is written meanwhile.
    expect(await inTransaction(db, 'read write', (session) => announceRelease(kyselyOver(session), 2))).toBe(
      2,
    );
    const basis = { height: 1, directoryVersion: 1, of: 'transaction', hash: null } as const;
    const reading = {
      asset: { symbol: 'BTC', decimals: 8 },
      parties: { total: 0, items: [] },
      others: [],
      othersComplete: true,
      senders: [],
      directoryVersion: 1,
      dependencies: [],
    };
    const outcome = {
      screening: 'nothing_known',
      score: null,
      basis,
      profile: 'p',
      dependencies: [],
      indirect: null,
    } as const;
    await createKysely(db)
      .transaction()
      .execute((trx) =>
        saveDependencies(trx, [{ id: first, found: { reading, outcome, cents: null, assets: null } }]),
      );
    expect(await queue()).toEqual([{ release: 2n }]);
    await again();
    expect(await queue()).toEqual([]);
    expect((await list()).data.findings).toMatchObject([{ transaction: { _id: first } }]);
  });

  test('gives up what cannot be screened after three times, and says so', async () => {
    const { api, id, list, queue, again } = await prepare(databases);
    // Not in the ledger.
    const nowhere = await insertTransaction(api, {
      organizationId: id,
      score: 20,
      address: addressOf('first'),
    });
    await api.rows(`update compliance_transaction set basis = $2 where id = $1`, [
      nowhere,
      JSON.stringify({ height: 1, directoryVersion: 1, of: 'transaction', hash: null }),
    ]);
    await api.rows(`insert into compliance_rescreen (transaction_id, release) values ($1, 1)`, [nowhere]);
    await again();
    await again();
    expect(await queue()).toHaveLength(1);
    await again();
    expect(await queue()).toEqual([]);
    expect((await list()).data.findings).toMatchObject([
      {
        transaction: { _id: nowhere, riskScores: [20] },
        before: { riskScore: 20 },
        after: { screening: 'failed' },
      },
    ]);
  });

  test('findings are looked at once, by whom and why; others’ are not there', async () => {
    const { api, ada, id, list } = await prepare(databases);
    const eve = await api.someone('eve@example.org');
    const elsewhere = await api.found(eve, 'Elsewhere');
    const of = await insertTransaction(api, { organizationId: id, score: 90 });
    const [one, two] = [await insertFinding(api, id, of), await insertFinding(api, id, of)];
    const theirs = await insertFinding(
      api,
      elsewhere,
      await insertTransaction(api, { organizationId: elsewhere, score: 90 }),
    );
    const counts = async () =>
      (await api.within(id, ada, endpoints.countComplianceTransactions, {})).data.findings;
    expect(await counts()).toBe(2);
    const mark = (findingIds: string[], note?: string) =>
      api.within(id, ada, endpoints.markComplianceFindings, { body: { findingIds, ...(note && { note }) } });
    const refused = await api.post(
      '/compliance/findings/seen',
      { findingIds: [one, theirs] },
      { token: ada.accessToken, headers: { 'x-organization-id': id } },
    );
    expect([refused.statusCode, await counts()]).toEqual([404, 2]);
    expect((await mark([one], 'Known since March')).data.marked).toBe(1);
    expect((await mark([one, two])).data.marked).toBe(1);
    expect(await counts()).toBe(0);
    expect((await list()).total).toBe(0);
    const seen = (await list({ status: 'seen' })).data.findings;
    expect(seen.find(({ _id }) => _id === one)?.seen).toMatchObject({
      by: { _id: ada.id },
      note: 'Known since March',
    });
    expect((await list({ status: 'all', transactionId: of })).total).toBe(2);
    const entries = await api.rows<{ n: bigint }>(
      `select count(*) as n from audit_log where action = 'compliance_finding.seen'`,
    );
    expect(entries).toEqual([{ n: 2n }]);
  });
});
