import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  addressKeyOfScript,
  encodeAddress,
  networks,
  parseAddress,
  scriptOfAddressKey,
  toDisplayHash,
  toHex,
  type Transaction,
} from '@hopscope/chain';
import { checkBundle, emptyDocument, queryStep } from '@hopscope/canvas';
import {
  type AutoTraceLine,
  autoTrace,
  autoTraceLine,
  endpoints,
  type FlowPathLine,
  flowPathLine,
  getTransactionContext,
} from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { readZip } from '../../src/contexts/tracing/evidence/zip.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { readThrough } from '../support/api/counterparties.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { type Files, more, redraw, reseal } from '../support/ledger/forgeries.ts';
import { makeTransaction } from '../support/ledger/mining.ts';
import { keepStory } from '../support/ledger/recorded-story.ts';
import { opReturn, p2pkh, randomScript } from '../support/ledger/scripts.ts';
import {
  accountOf,
  bundlesOf,
  call,
  deposit,
  depositor,
  hex,
  router,
  textOf,
} from '../support/sources/thorchain-events.ts';
import { createRandom } from '../support/survival/random.ts';

const ether = 10n ** 18n;
/** Keys of the vault, of somebody else, and of who deposits. */
const [vaultKey, otherKey, senderKey, victimKey] = [7, 8, 9, 10].map((byte) =>
  new Uint8Array(32).fill(byte),
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
const [sender, victim] = [accountOf(senderKey), accountOf(victimKey)];
const publicKeyOf = (key: Uint8Array): Uint8Array => secp256k1.getPublicKey(key, true);

describeWithDatabase('Payouts of THORChain on Bitcoin', (databases) => {
  test('are agreed where their deposit on Ethereum asks for them, exact where who got it paid', async () => {
    const db = await databases.empty();
    const parts = { ...call, from: sender, to: router, value: ether, privateKey: senderKey };
    const blocks = bundlesOf([
      [
        {
          ...parts,
          from: victim,
          privateKey: victimKey,
          to: sender,
          nonce: 0n,
          input: new Uint8Array(),
          value: 5n * ether,
        },
      ],
      [
        { ...parts, nonce: 0n, logs: [deposit(accountOf(vaultKey), ether)] },
        // Without an event of the router.
        { ...parts, nonce: 1n },
      ],
    ]);
    await createEthereumLedger({ db }).append({ chainId: 1n, network: 'mainnet' }, blocks, {
      balances: new Map([[toHex(victim), 100n * ether]]),
      complete: true,
    });
    const [asking, other] = (blocks[1]?.block.transactions ?? []).map(({ hash }) => toHex(hash));
    if (asking === undefined || other === undefined) throw new Error('No transactions');

    const chain = createChain({
      seed: 7,
      network: 'mainnet',
      maxTxs: 2,
      time: (height) => 1_700_000_000 + (height - 112) * 600,
    });
    chain.extend(110);
    const [coin] = chain.coins;
    if (!coin) throw new Error('Nothing to spend');
    const share = coin.value / 8n;
    const funding = chain.spend(
      [coin],
      [vaultKey, vaultKey, otherKey, vaultKey, vaultKey].map((key) => ({
        value: share,
        script: p2pkh(publicKeyOf(key)),
      })),
    );
    chain.mine([funding]);
    const theirs = scriptOfAddressKey(parseAddress(depositor, networks.mainnet).key);
    const elsewhere = randomScript('p2wpkh', createRandom(3));
    const pay = (
      vout: number,
      { key, inbound, script = theirs }: { key: Uint8Array; inbound: string; script?: Uint8Array },
    ): Transaction => {
      const signature = new Uint8Array(71).fill(1);
      return makeTransaction({
        inputs: [
          {
            prevTxid: funding.txid,
            prevVout: vout,
            script: Uint8Array.of(71, ...signature, 33, ...publicKeyOf(key)),
          },
        ],
        outputs: [
          { value: 1000n, script: elsewhere },
          { value: share - 2000n, script },
          { value: 0n, script: opReturn(new TextEncoder().encode(`OUT:${inbound.toUpperCase()}`)) },
        ],
      });
    };
    const paid = [
      pay(0, { key: vaultKey, inbound: asking }),
      pay(2, { key: otherKey, inbound: asking }),
      pay(1, { key: vaultKey, inbound: asking, script: elsewhere }),
      pay(3, { key: vaultKey, inbound: other }),
      pay(4, { key: vaultKey, inbound: 'ab'.repeat(32) }),
    ];
    chain.mine(paid);
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);

    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const read = async (tx: Transaction) => {
      const params = { hash: toDisplayHash(tx.txid) };
      return (await api.as(ada, getTransactionContext, { params })).data.payouts;
    };
    const [exact, agreed, ...others] = await Promise.all(paid.map(read));
    expect(exact).toEqual([
      {
        output: 1,
        protocol: 'THORChain',
        transaction: hex(blocks[1]?.block.transactions[0]?.hash ?? new Uint8Array()),
        sender: textOf(sender),
        asset: expect.objectContaining({ type: 'ether' }) as unknown,
        amt: String(ether),
        proof: 'exact',
      },
    ]);
    expect(agreed).toMatchObject([{ output: 1, proof: 'agreed' }]);
    expect(others).toEqual([[], [], []]);
    expect(await read(funding)).toEqual([]);

    const { data: asked } = await api.as(ada, endpoints.getTransaction, { params: { hash: `0x${asking}` } });
    expect(asked).toMatchObject({
      crossings: [{ transaction: null, paid_in: toDisplayHash(paid[0]?.txid ?? victim), proof: 'exact' }],
    });

    // The list of counterparties names who sent on Ethereum, of both who paid.
    const through = await readThrough(api, ada, { addr: depositor, direction: 'in' });
    const addressOfKey = (key: Uint8Array) =>
      encodeAddress(addressKeyOfScript(p2pkh(publicKeyOf(key))) ?? key, networks.mainnet);
    const named = {
      protocol: 'THORChain',
      blockchain: 'ethereum',
      accounts: [textOf(sender)],
      account_count: 1,
      transaction: `0x${asking}`,
    };
    const [ofVault, ofOther] = paid.map(({ txid: own }) => toDisplayHash(own));
    expect(through).toHaveLength(2);
    expect(through).toContainEqual({ ...named, of: addressOfKey(vaultKey), txid: ofVault, proof: 'exact' });
    expect(through).toContainEqual({ ...named, of: addressOfKey(otherKey), txid: ofOther, proof: 'agreed' });
    expect(await readThrough(api, ada, { addr: textOf(sender), direction: 'out' })).toEqual([
      {
        protocol: 'THORChain',
        blockchain: 'bitcoin',
        accounts: [depositor],
        account_count: 1,
        transaction: ofVault,
        of: textOf(router),
        txid: `0x${asking}`,
        proof: 'exact',
      },
    ]);

    // Traces continue on the other chain, with the exact payout alone.
    const linesOf = async (address: string, direction: 'forward' | 'backward') => {
      const body = { starts: [{ address }], direction, minShare: 0 };
      const { body: text } = await api.answer(ada, autoTrace, { body });
      return text
        .trimEnd()
        .split('\n')
        .map((line): AutoTraceLine => autoTraceLine.parse(JSON.parse(line)));
    };
    const hopsOf = async (address: string, direction: 'forward' | 'backward') => {
      const lines = await linesOf(address, direction);
      const hops = lines.flatMap((line) => (line.line === 'hops' ? line.hops : []));
      const end = lines.at(-1);
      return {
        hops: hops.map(({ kind, node, to, gave, got, record }) => ({ kind, node, to, gave, got, record })),
        accounts: end?.line === 'end' ? end.accounts : [],
      };
    };
    const txid = toDisplayHash(paid[0]?.txid ?? new Uint8Array(32));
    const crossing = {
      kind: 'crossing',
      node: `ethereum:${textOf(router)}`,
      to: `bitcoin:${depositor}`,
      gave: { asset: { symbol: 'ETH' }, amount: String(ether) },
      got: { asset: { symbol: 'BTC' }, amount: String(share - 2000n) },
      record: {
        gave: { transaction: `0x${asking}`, amount: String(ether) },
        got: { transaction: txid, amount: String(share - 2000n) },
        crossing: { protocol: 'THORChain', proof: 'exact', output: 1 },
      },
    };
    const fromSender = await hopsOf(textOf(sender), 'forward');
    expect(fromSender.hops).toMatchObject([crossing]);
    const sums = fromSender.accounts.map(({ asset, followed, stops }) => ({
      symbol: asset.symbol,
      followed,
      stopped: String(stops.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
    }));
    for (const { followed, stopped } of sums) expect(stopped).toBe(followed);
    expect(sums.map(({ symbol }) => symbol)).toEqual(['ETH', 'BTC']);
    expect((await hopsOf(depositor, 'backward')).hops).toMatchObject([crossing]);

    // So do paths.
    for (const mode of ['shortest', 'largest'] as const) {
      const body = { from: textOf(victim), to: depositor, mode };
      const found = (await api.answer(ada, endpoints.findFlowPath, { body })).body
        .trimEnd()
        .split('\n')
        .map((line): FlowPathLine => flowPathLine.parse(JSON.parse(line)));
      const [path] = found.flatMap((line) => (line.line === 'path' ? [line.path] : []));
      expect(path?.transfers.map(({ to }) => to)).toEqual([
        `ethereum:${textOf(sender)}`,
        `ethereum:${textOf(router)}`,
      ]);
      expect(path?.conversions).toMatchObject([crossing.record]);
      expect(path).toMatchObject({ width: String(share - 2000n), widthAsset: { symbol: 'BTC' } });
      const back = { from: depositor, to: textOf(victim), mode };
      const none = (await api.answer(ada, endpoints.findFlowPath, { body: back })).body;
      expect(none).not.toContain('"line":"path"');
    }

    // An evidence bundle proves both sides.
    const traced = await linesOf(textOf(sender), 'forward');
    const [first] = traced;
    if (first?.line !== 'begin') throw new Error('No basis');
    const answer = {
      transfers: traced.flatMap((line) => (line.line === 'transfers' ? line.transfers : [])),
      parties: traced.flatMap((line) => (line.line === 'parties' ? line.parties : [])),
      stops: traced.flatMap((line) => (line.line === 'stops' ? line.stops : [])),
      conversions: traced.flatMap((line) =>
        line.line === 'hops' ? line.hops.flatMap(({ record }) => record ?? []) : [],
      ),
    };
    const drawn = { ...answer, transfers: answer.transfers.map(({ transfer }) => transfer) };
    const question = { starts: [{ address: textOf(sender) }], blockchain: 'ethereum', minShare: 0 };
    const about = { query: { kind: 'auto' as const, question }, answer: drawn, basis: first.basis };
    const step = queryStep(emptyDocument, about, { id: 'one', author: ada.id, time: 0 });
    const params = await keepStory(api, ada, [step]);
    const replayed = await api.answer(ada, endpoints.replayFlowDocument, { params, body: {} });
    expect(JSON.parse(replayed.body.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ equal: true });
    const bundle = await api.answer(ada, endpoints.bundleFlowDocument, { params, body: {} });
    const files: Files = readZip(bundle.rawPayload);
    const check = (some: Files, verdict: string): string[] =>
      checkBundle(some, nativeHashing).flatMap((one) => (one.verdict === verdict ? [one.text] : []));
    // Blocks of mainnet can't be mined here, so its header and what rests on it are wrong, and nothing else is.
    expect(check(files, 'wrong').filter((text) => !/header|Header|no proof of inclusion/.test(text))).toEqual(
      [],
    );
    expect(check(files, 'confirmed')).toContainEqual('1 of 1 conversions match their transactions.');
    const stated = answer.conversions[0];
    if (!stated) throw new Error('No conversion');
    const forgeries: readonly [object, RegExp][] = [
      [{ got: { ...stated.got, amount: more(stated.got.amount) } }, /its output is/],
      [{ gave: { ...stated.gave, amount: more(stated.gave.amount) } }, /its deposit is/],
      [{ gave: { ...stated.gave, time: 1 } }, /block or time of its deposit/],
      [{ crossing: { ...stated.crossing, proof: 'agreed' } }, /its proof differs/],
      [{ crossing: { ...stated.crossing, output: 0 } }, /its proof differs/],
      [{ from: `ethereum:${textOf(sender)}` }, /its deposit has another recipient/],
      [{ gave: stated.got, got: stated.gave }, /does not name its deposit/],
    ];
    for (const [fields, reason] of forgeries) {
      const forged = new Map(files);
      redraw(forged, (record) => {
        if (record['id'] === stated.id) Object.assign(record, fields);
      });
      reseal(forged);
      expect(check(forged, 'wrong').join('\n')).toMatch(reason);
    }
  });
});
