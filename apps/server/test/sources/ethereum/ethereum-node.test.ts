import { fromHex, toHex } from '@hopscope/chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep, randomRuns } from '../../../../../test/depth.ts';
import { inTransaction, withSession } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import { readEthereumAccount, readEthereumState, readHoldings } from '../../../src/ledger/ethereum/reader.ts';
import { callData, creations } from '../../support/ledger/contracts.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { type EthereumNode, startEthereumNode } from '../../support/sources/ethereum-node.ts';
import { act, follow, type Following, setStage, type Stage } from '../../support/ledger/ethereum-stage.ts';
import { createRandom } from '../../support/survival/random.ts';

const { count: steps, first: firstSeed } = randomRuns(30, 20_260_301);

/** Every account that the ledger knows has what the node says, in ether and tokens; answers how many were compared. */
async function compare(node: EthereumNode, { db, ledger }: Following, stage: Stage): Promise<number> {
  const height = await node.height();
  expect((await ledger.ranges()).at(-1)).toEqual({ from: 0, to: height });
  const { rows } = await withSession(db, (session) =>
    session.query<{ key: Uint8Array }>('select key from eth_account order by key'),
  );
  for (const { key } of rows) {
    const address = `0x${toHex(key)}`;
    const own = await withSession(db, async (session) => {
      const account = await readEthereumAccount(session, key);
      return account ? await readHoldings(session, account, { limit: 100 }) : [];
    });
    for (const { asset, opening, received, spent } of own) {
      const sum = received - spent;
      const contract = asset && `0x${toHex(asset.contract)}`;
      if (contract === null) {
        const balance = opening === null ? null : opening + sum;
        expect({ address, balance }).toEqual({ address, balance: await node.balance(address, height) });
      } else if (contract === stage.coin || contract === stage.collection) {
        if (address === `0x${'0'.repeat(40)}`) continue;
        const to = contract;
        const data = callData('balanceOf(address)', address);
        const reported = BigInt(String(await node.call('eth_call', { to, data }, 'latest')));
        expect({ contract, address, sum }).toEqual({ contract, address, sum: reported });
      }
    }
  }
  return rows.length;
}

describeWithDatabase('An Ethereum node is followed', (databases) => {
  let node: EthereumNode;
  beforeAll(async () => {
    node = await startEthereumNode();
  });
  afterAll(() => node?.stop());

  test(`through ${steps} random steps with reorganizations, every balance is the node's`, async () => {
    const random = createRandom(firstSeed);
    const stage = await setStage(node);
    const [from = ''] = node.accounts;
    await node.send({ from, value: '0x5', data: creations.destroyedForItself, gas: '0x2dc6c0' });
    const following = await follow(node, await databases.empty());
    const stored: string[] = [];
    let reorganizations = 0;
    let compared = 0;
    // With new seeds and few steps not every kind of step need come.
    const meetsAll = !isDeep || steps >= 50;
    for (let step = 0; step < steps; step++) {
      const count = random.below(4);
      for (let i = 0; i < count; i++) await act(node, stage, random);
      await node.mine();
      if (random.below(3) === 0) stored.push(await node.snapshot());
      // Going back to one of them makes those that were taken later worthless.
      const back = random.below(5) === 0 ? stored.splice(random.below(stored.length)).at(0) : undefined;
      if (back !== undefined) {
        await following.catchUp();
        await node.revert(back);
        await act(node, stage, random);
        await node.mine();
        reorganizations++;
      }
      await following.catchUp();
      compared += await compare(node, following, stage);
      const audited = await inTransaction(following.db, 'read only', (session) => auditEthereum(session));
      expect(audited).toMatchObject({ ok: true });
    }
    if (meetsAll) expect(reorganizations).toBeGreaterThan(steps / 20);
    expect(compared).toBeGreaterThan(0);
    if (meetsAll) expect(compared).toBeGreaterThan(steps);
    const state = await withSession(following.db, readEthereumState);
    expect(state).toMatchObject({ hasAllTraces: true, openingsKnown: true });
    if (meetsAll) expect(state.totals.destroyed).toBeGreaterThan(0n);
  });

  test('a block costs one request, and at most half another for what is new in it', async () => {
    const following = await follow(node, await databases.empty());
    await following.catchUp();
    const before = { requests: following.client.requests(), height: await node.height() };
    const [from = '', to = ''] = node.accounts;
    const blocks = 20;
    for (let i = 0; i < blocks; i++) {
      await node.send({ from, to, value: '0x1' });
      await node.mine();
      await following.catchUp();
    }
    expect(await node.height()).toBe(before.height + blocks);
    expect((await following.ledger.ranges()).at(-1)?.to).toBe(before.height + blocks);
    const perBlock = (following.client.requests() - before.requests) / blocks;
    expect(perBlock).toBeLessThanOrEqual(1.5);
  });

  test('an address that nothing happened to is unknown, not zero', async () => {
    const following = await follow(node, await databases.empty());
    await following.catchUp();
    const nobody = fromHex('77'.repeat(20));
    expect(
      await withSession(following.db, (session) => readEthereumAccount(session, nobody)),
    ).toBeUndefined();
  });
});
