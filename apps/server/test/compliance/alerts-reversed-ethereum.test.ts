import { toHex } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { withSession } from '../../src/db/session.ts';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { addressOf, makeBundle, type TxParts } from '../support/sources/ethereum-blocks.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';

const [payer, other, customer, thief] = [1, 2, 3, 4].map(addressOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const ether = 10n ** 18n;
const chain = { chainId: 1337n, network: 'demo' };
const pay = (from: Uint8Array, to: Uint8Array, nonce: bigint): TxParts => ({ from, to, nonce, value: ether });
const hashOf = ({ block }: EthereumBundle, index = 0): string =>
  `0x${toHex(block.transactions[index]?.hash ?? new Uint8Array())}`;

function grow(before: EthereumBundle | undefined, txs: readonly TxParts[], tip = 0): EthereumBundle {
  const height = (before?.block.header.number ?? 0) + 1;
  const parentHash = before?.block.hash ?? new Uint8Array(32);
  return makeBundle({ height, parentHash, txs, baseFee: BigInt(7 + tip) });
}

describeWithDatabase('Payments of Ethereum that a reorganization takes out', (databases) => {
  test('are reversed where another transaction has their nonce: rows, pages and an alert say so; others may come back', async () => {
    const db = await databases.empty();
    const api = await createDirectoryApi(db, { start: Date.UTC(2026, 0, 1) });
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    await api.within(id, ada, endpoints.addMonitoredAddress, {
      body: { address: `0x${toHex(customer)}`, blockchain: 'ethereum' },
    });
    await withSession(db, (session) =>
      session.query(`update monitored_address set screen_from = '2009-01-01'`),
    );
    const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
    const screen = () => api.context.screening.run(new AbortController().signal);
    const alerts = () => api.within(id, ada, endpoints.listAlerts, { query: {} });
    const state = async (hash: string) => {
      const { data } = await api.within(id, ada, endpoints.listComplianceTransactions, { query: {} });
      const params = { id: data.transactions.find(({ txId }) => txId === hash)?._id ?? '' };
      return (await api.within(id, ada, endpoints.getComplianceTransaction, { params })).data;
    };
    const page = async (hash: string) => {
      const answer = await api.ask(`/blockchain/transaction/${hash}?blockchain=ethereum`, {
        token: ada.accessToken,
      });
      return { status: answer.statusCode, ...answer.json<object>() };
    };

    const first = grow(undefined, []);
    const old = grow(first, [pay(payer, customer, 0n), pay(other, customer, 5n)]);
    await ledger.append(chain, [first, old]);
    await screen();
    const [reversed, fallen] = [hashOf(old), hashOf(old, 1)];
    expect((await alerts()).total).toBe(0);

    const replaced = grow(first, [pay(payer, thief, 0n)], 1);
    const empty = grow(replaced, []);
    await ledger.reorganize(chain, 1, [replaced, empty]);
    const replacedBy = hashOf(replaced);
    const row = await state(reversed);
    expect(row).toMatchObject({ presence: 'withdrawn', withdrawnBecause: 'conflict', replacedBy });
    expect(row.events.filter(({ kind }) => kind === 'withdrawn')).toMatchObject([
      { to: 'reorganized' },
      { to: 'conflict' },
    ]);
    expect(await page(reversed)).toMatchObject({
      status: 410,
      message: expect.stringMatching(
        /^A reorganization removed this transaction, .* the same sender and nonce\.$/,
      ),
      details: { reason: 'conflict', replacedBy, height: 2 },
    });
    expect(await state(fallen)).toMatchObject({ withdrawnBecause: 'reorganized', replacedBy: null });
    expect(await page(fallen)).toMatchObject({ status: 410, details: { reason: 'mined', replacedBy: null } });
    await screen();
    await screen();
    const raised = await alerts();
    expect(raised.total).toBe(1);
    expect(raised.data[0]).toMatchObject({
      txId: reversed,
      ruleId: null,
      severity: 'high',
      summary: 'A confirmed payment was reversed by another transaction',
      message: expect.stringMatching(
        new RegExp(`was reversed: ${replacedBy} has the same sender and nonce$`),
      ),
    });

    // In a later block: what fell out comes back, and counts again.
    const back = grow(empty, [pay(other, customer, 5n)]);
    expect(hashOf(back)).toBe(fallen);
    await ledger.append(chain, [back]);
    expect(await state(fallen)).toMatchObject({ presence: 'confirmed', withdrawnBecause: null });

    // The first branch wins after all: its payments stand, and what replaced one of them is what is gone.
    const longer = [old];
    for (let i = 0; i < 3; i++) longer.push(grow(longer.at(-1), []));
    await ledger.reorganize(chain, 3, longer);
    for (const hash of [reversed, fallen]) {
      expect(await state(hash)).toMatchObject({ presence: 'confirmed', withdrawnBecause: null });
    }
    expect(await page(replacedBy)).toMatchObject({
      status: 410,
      details: { reason: 'conflict', replacedBy: reversed },
    });
    await screen();
    expect((await alerts()).total).toBe(1);
  });
});
