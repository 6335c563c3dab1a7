import { toChecksumAddress, toHex } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { topicOf } from '../support/sources/thorchain-events.ts';
import {
  addressOf,
  erc20,
  forwarded,
  frozen,
  makeBundle,
  type TxParts,
  unfrozen,
} from '../support/sources/ethereum-blocks.ts';

const [issuer, thief, shop, dollar, euro, fake] = [1, 2, 3, 0x100, 0x101, 0x102].map(addressOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const address = toChecksumAddress(`0x${toHex(thief)}`);
const network = { chainId: 1337n, network: 'demo' };
const openings = { balances: new Map(), complete: true };
const token = (contract: Uint8Array, symbol: string) => ({
  contract,
  standard: 'erc20' as const,
  name: symbol,
  symbol,
  decimals: 2,
});

function blockOn(before: EthereumBundle | undefined, txs: readonly TxParts[]): EthereumBundle {
  const height = before ? before.block.header.number + 1 : 0;
  const tokens = height === 1 ? [token(dollar, 'XUSD'), token(euro, 'XEUR'), token(fake, 'UЅDT')] : [];
  return makeBundle({ height, parentHash: before?.block.hash ?? new Uint8Array(32), txs, tokens });
}

const call = (nonce: bigint, ...logs: NonNullable<TxParts['logs']>): TxParts => ({
  from: issuer,
  to: dollar,
  nonce,
  logs,
});

describeWithDatabase('What issuers do to an account', (databases) => {
  test('is on its page and in its score, until it is lifted or its block is replaced', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const api = await createDirectoryApi(db);
    const person = await api.someone('ada@example.org');
    const facts = async () => {
      const { data } = await api.as(person, endpoints.getAddressSummary, { params: { addr: address } });
      const [summary] = data;
      if (summary?.blockchain !== 'ethereum') throw new Error('No summary of Ethereum');
      return summary.facts?.map(({ kind, token: of, current, block, by }) => [
        kind,
        of?.symbol,
        current,
        block,
        by,
      ]);
    };
    const factor = async (query: { height?: number } = {}) => {
      const body = { identifier: address };
      const { data } = await api.as(person, endpoints.calculateRisk, { query, body });
      const found = data.entityRisk.factors.find(({ id }) => id === 'behavior.frozen');
      return found && [found.score, found.description, data.level];
    };

    const transfers = async () => {
      const body = { identifier: `0x${toHex(shop)}`, asset: `0x${toHex(dollar)}` };
      const { data } = await api.as(person, endpoints.calculateRisk, { query: {}, body });
      const found = data.transactionRisk.factors.find(({ id }) => id === 'behavior.frozen_party');
      return found && [found.score, found.description];
    };

    /** Those of the thief and the shop that are frozen, by the directory's call for names. */
    const frozenNow = async () => {
      const addresses = [address, `0x${toHex(shop)}`];
      return (await api.as(person, endpoints.attributeByAddress, { query: {}, body: { addresses } })).frozen;
    };

    expect(await frozenNow()).toBeNull();
    const genesis = blockOn(undefined, []);
    const first = blockOn(genesis, [
      call(
        0n,
        erc20(dollar, issuer, thief, 500n),
        erc20(euro, issuer, thief, 1n),
        erc20(fake, issuer, thief, 1n),
      ),
      { from: thief, to: dollar, logs: [erc20(dollar, thief, shop, 100n)] },
    ]);
    await ledger.append(network, [genesis, first], openings);
    expect(await facts()).toEqual([]);
    expect(await factor()).toBeUndefined();

    const second = blockOn(first, [
      // The euro lifts a freeze that never was.
      call(1n, unfrozen(euro, thief), frozen(dollar, thief), frozen(fake, thief)),
    ]);
    await ledger.append(network, [second]);
    expect(await facts()).toEqual([
      ['frozen', 'UЅDT', true, 2, null],
      ['frozen', 'XUSD', true, 2, null],
      ['unfrozen', 'XEUR', false, 2, null],
    ]);
    expect(await frozenNow()).toEqual([address]);
    // What imitates another token says nothing about a person.
    expect(await factor()).toEqual([0.9, 'XUSD: frozen by its issuer', 'high']);

    const third = blockOn(second, [call(2n, unfrozen(dollar, thief))]);
    await ledger.append(network, [third]);
    expect((await facts())?.slice(0, 2)).toEqual([
      ['unfrozen', 'XUSD', true, 3, null],
      ['frozen', 'UЅDT', true, 2, null],
    ]);
    expect((await facts())?.at(-2)).toEqual(['frozen', 'XUSD', false, 2, null]);
    expect(await factor()).toEqual([0.27, 'XUSD: no longer frozen by its issuer', 'low']);
    expect(await factor({ height: 2 })).toEqual([0.9, 'XUSD: frozen by its issuer', 'high']);

    expect(await transfers()).toBeUndefined();
    expect(await frozenNow()).toEqual([]);

    const other = blockOn(second, [call(4n, frozen(euro, thief))]);
    await ledger.reorganize(network, 1, [other]);
    expect((await facts())?.[0]).toEqual(['frozen', 'XEUR', true, 3, null]);
    expect(await factor()).toEqual([0.9, 'XEUR: frozen by its issuer, and 1 more', 'high']);

    expect(await frozenNow()).toEqual([address]);
    // The shop's only transfers are with an account that is frozen now.
    expect(await transfers()).toEqual([0.6, '1.00 XUSD with an account that an issuer has frozen']);

    await ledger.disconnect();
    await ledger.disconnect();
    expect(await facts()).toEqual([]);
  });
});

describeWithDatabase('What a contract states about itself', (databases) => {
  test('is its last owner and the code that it runs, also after a block is replaced, and hides no freeze', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const api = await createDirectoryApi(db);
    const person = await api.someone('ada@example.org');
    const shown = toChecksumAddress(`0x${toHex(thief)}`);
    const summary = async () => {
      const { data } = await api.as(person, endpoints.getAddressSummary, { params: { addr: shown } });
      const [found] = data;
      if (found?.blockchain !== 'ethereum') throw new Error('No summary of Ethereum');
      return found;
    };
    const word = (of: Uint8Array): Uint8Array => Buffer.concat([Buffer.alloc(12), of]);
    const owned = (to: Uint8Array) => ({
      address: thief,
      topics: [topicOf('OwnershipTransferred(address,address)'), word(issuer), word(to)],
      data: new Uint8Array(),
    });
    const upgraded = (to: Uint8Array) => ({
      address: thief,
      topics: [topicOf('Upgraded(address)'), word(to)],
      data: new Uint8Array(),
    });
    const blocks = [blockOn(undefined, [])];
    const add = async (...txs: TxParts[]) => {
      const next = blockOn(blocks.at(-1), txs);
      blocks.push(next);
      await ledger.append(network, [next], openings);
    };
    await ledger.append(network, blocks, openings);
    await add(
      call(0n, owned(issuer), upgraded(shop), erc20(dollar, issuer, thief, 1n), frozen(dollar, thief)),
    );
    const text = (of: Uint8Array): string => toChecksumAddress(`0x${toHex(of)}`);
    expect((await summary()).contract).toMatchObject({
      deployer: null,
      owner: { account: text(issuer), block: 1 },
      implementation: { account: text(shop), block: 1 },
    });
    // Hundreds of owners are one fact, and the freeze remains.
    await add({ ...call(1n, ...Array.from({ length: 250 }, () => owned(shop)), owned(new Uint8Array(20))) });
    expect((await summary()).contract?.owner?.account).toBe(text(new Uint8Array(20)));
    expect((await summary()).facts?.map(({ kind, current }) => [kind, current])).toEqual([['frozen', true]]);
    await ledger.disconnect();
    expect((await summary()).contract?.owner).toMatchObject({ account: text(issuer), block: 1 });
    // Nobody says this of an account without code.
    const { data } = await api.as(person, endpoints.getAddressSummary, { params: { addr: text(shop) } });
    expect(data[0]?.blockchain === 'ethereum' && data[0].contract).toBeNull();
  });
});

describeWithDatabase('A deposit contract', (databases) => {
  test('is one of whom it passes on to what it is paid, as long as all its transactions agree', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const api = await createDirectoryApi(db);
    const person = await api.someone('ada@example.org');
    const [customer, wallet, deposit] = [thief, shop, addressOf(0x200)];
    const text = (of: Uint8Array): string => toChecksumAddress(`0x${toHex(of)}`);
    const contract = async () => {
      const { data } = await api.as(person, endpoints.getAddressSummary, { params: { addr: text(deposit) } });
      const [found] = data;
      if (found?.blockchain !== 'ethereum') throw new Error('No summary of Ethereum');
      return found.contract?.deposits_to;
    };
    /** Pays the contract, which says that it passes on `said`, and does so with `moved`. */
    const pay = (nonce: bigint, said: bigint, moved: bigint, to: Uint8Array): TxParts => ({
      from: customer,
      to: deposit,
      nonce,
      value: moved,
      logs: [forwarded(deposit, customer, said)],
      frames: [{ path: [0], from: deposit, to, value: moved, failed: false }],
    });
    const named = async () => {
      const body = { addresses: [text(deposit), text(wallet)] };
      return (await api.as(person, endpoints.attributeByAddress, { query: {}, body })).depositsTo;
    };
    expect(await named()).toBeNull();
    const genesis = blockOn(undefined, []);
    const rich = { balances: new Map([[toHex(customer), 10n ** 20n]]), complete: true };
    // The amount isn't the one that it says.
    const first = blockOn(genesis, [pay(0n, 8n, 7n, wallet)]);
    await ledger.append(network, [genesis, first], rich);
    expect(await contract()).toBeNull();

    const second = blockOn(first, [pay(1n, 7n, 7n, wallet)]);
    await ledger.append(network, [second]);
    const hash = `0x${toHex(second.block.transactions[0]?.hash ?? new Uint8Array())}`;
    const { time: timestamp } = second.block.header;
    expect(await contract()).toEqual({ account: text(wallet), transaction: hash, block: 2, timestamp });
    expect(await named()).toEqual({ [text(deposit)]: text(wallet) });

    // One that was passed on to somebody else.
    await ledger.append(network, [blockOn(second, [pay(2n, 5n, 5n, issuer)])]);
    expect(await contract()).toBeNull();
    expect(await named()).toEqual({});
    await ledger.disconnect();
    expect(await contract()).toMatchObject({ account: text(wallet) });
    await ledger.disconnect();
    expect(await contract()).toBeNull();
  });
});
