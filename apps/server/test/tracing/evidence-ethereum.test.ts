import { allOf, apply, checkBundle, type Connection, emptyDocument, queryStep } from '@hopscope/canvas';
import {
  decodeCallTraces,
  decodeEthereumBlock,
  decodeReceipts,
  fromHex,
  internalTransfers,
  provenValue,
  toHex,
  demoChainId,
} from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { simulateEthereum } from '@hopscope/demo';
import { expect, test } from 'vitest';
import { inTransaction } from '../../src/db/session.ts';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { collectEthereum } from '../../src/contexts/tracing/evidence/ethereum-evidence.ts';
import { createWeight } from '../../src/contexts/tracing/evidence/weight.ts';
import { readZip } from '../../src/contexts/tracing/evidence/zip.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { addressOf, erc20, makeBundle } from '../support/sources/ethereum-blocks.ts';
import { changeLines, type Files, more, named, redraw, reseal } from '../support/ledger/forgeries.ts';
import { keepStory } from '../support/ledger/recorded-story.ts';

const run = { seed: 3, start: 1_700_000_000, length: 6 * 3600, blockInterval: 600, hashing: nativeHashing };

function makeBlocks(): { bundles: EthereumBundle[]; openings: ReadonlyMap<string, bigint> } {
  const simulation = simulateEthereum({ ...run, transactions: 0, ethereumTransactions: 400 });
  const bundles: EthereumBundle[] = [];
  for (let at = run.start; at <= run.start + run.length; at += 12 * 10) {
    const { answers } = simulation.next(at);
    const block = decodeEthereumBlock(answers.block);
    const receipts = decodeReceipts(answers.receipts, block);
    bundles.push({ block, receipts, uncles: [], traces: decodeCallTraces(answers.traces), tokens: [] });
  }
  return { bundles, openings: simulation.openings };
}

describeWithDatabase('An evidence bundle of Ethereum', (databases) => {
  test('proves ether and tokens by signatures, receipts and tries; forgeries are found', async () => {
    const db = await databases.empty();
    const { bundles, openings } = makeBlocks();
    const ledger = createEthereumLedger({ db });
    const chain = { chainId: demoChainId, network: 'demo' };
    await ledger.append(chain, bundles, { balances: openings, complete: true });
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const hex = (bytes: Uint8Array): string => `0x${toHex(bytes)}`;
    const senders = bundles.flatMap(({ block }) => block.transactions.map(({ from }) => hex(from)));
    const counts = [...Map.groupBy(senders, (one) => one).values()].toSorted((a, b) => b.length - a.length);
    // Somebody who got ether from a contract.
    const [paid] = bundles.flatMap(({ traces, block }) =>
      traces
        ? internalTransfers(traces, block.header).flatMap(({ to, value }) =>
            to && value > 0n ? [hex(to)] : [],
          )
        : [],
    );
    const steps = [];
    let document = emptyDocument;
    for (const address of [counts[0]?.[0] ?? '', paid ?? '']) {
      const question = { blockchain: 'ethereum' as const, address, limit: 30 };
      const { transfers, parties, basis } = await api.as(ada, endpoints.expandFlow, { body: question });
      const query = { kind: 'expand' as const, chain: 'ethereum' as const, address, question, chosen: null };
      const stamp = { id: address, author: ada.id, time: 0 };
      const step = queryStep(document, { query, answer: { transfers, parties }, basis }, stamp);
      ({ document } = apply(document, step));
      steps.push(step);
    }
    const drawn = allOf(document, 'connection');
    const isInternal = ({ asset, utxoKey }: Connection): boolean =>
      asset.contract === null && !utxoKey.endsWith(':1');
    expect(drawn.filter(({ asset }) => asset.contract !== null).length).toBeGreaterThan(3);
    expect(drawn.filter((one) => one.asset.contract === null && !isInternal(one)).length).toBeGreaterThan(3);
    const internal = drawn.filter(isInternal);
    expect(internal.length).toBeGreaterThan(0);
    const params = await keepStory(api, ada, steps);
    const answer = await api.answer(ada, endpoints.bundleFlowDocument, { params, body: {} });
    const files: Files = readZip(answer.rawPayload);
    const check = (some: Files, verdict: string): string[] =>
      checkBundle(some, nativeHashing).flatMap((one) => (one.verdict === verdict ? [one.text] : []));
    expect(check(files, 'wrong')).toEqual([]);
    // What contracts moved is in no block: the bundle says so, of each.
    expect(check(files, 'unproven')).toHaveLength(internal.length);
    const proven = drawn.length - internal.length;
    expect(check(files, 'confirmed')).toContainEqual(
      `${proven} of ${drawn.length} Ethereum transfers match their transactions.`,
    );

    const token = drawn.find(({ asset }) => asset.contract !== null);
    const coin = drawn.find((one) => one.asset.contract === null && !isInternal(one));
    const changed =
      (id: string | undefined, fields: (record: Record<string, unknown>) => object) => (some: Files) =>
        redraw(some, (record) => {
          if (record['id'] === id) Object.assign(record, fields(record));
        });
    const flip = (bytes: Uint8Array): Uint8Array =>
      bytes.map((byte, i) => (i === bytes.length - 40 ? byte ^ 1 : byte));
    const forgeries: readonly [(some: Files) => void, RegExp][] = [
      [
        changed(token?.id, ({ amount }) => ({ amount: more(amount), whole: more(amount) })),
        /has no such token transfer/,
      ],
      [
        changed(coin?.id, ({ amount }) => ({ amount: more(amount), whole: more(amount) })),
        /has no such transfer of ether/,
      ],
      [
        changed(coin?.id, ({ from, to, utxoKey }) => ({
          from: to,
          to: from,
          id: `${String(utxoKey)}|${String(to)}|${String(from)}`,
        })),
        /has no such transfer of ether/,
      ],
      [
        changed(token?.id, ({ asset }) => ({
          asset: { ...(asset as object), contract: `0x${'12'.repeat(20)}` },
        })),
        /has no such token transfer/,
      ],
      [
        (some) => {
          const name = named(some, 'transactions/ethereum/');
          some.set(name, flip(some.get(name) ?? new Uint8Array()));
        },
        /do not match its hash|does not match the header/,
      ],
      [
        (some) => {
          const name = [...some.keys()].find((each) => each.endsWith('.receipt.bin')) ?? '';
          some.set(name, flip(some.get(name) ?? new Uint8Array()));
        },
        /The proof of the receipt of .* does not match the header/,
      ],
      [
        (some) =>
          changeLines(some, 'proofs/ethereum.jsonl', ([line]) => {
            if (line) line['index'] = Number(line['index']) + 1;
          }),
        /does not match the header/,
      ],
      [
        (some) =>
          // The newest one, to which steps refer by its hash.
          changeLines(some, 'proofs/ethereum-headers.jsonl', (lines) => {
            const line = lines.at(-1);
            if (line) line['header'] = String(line['header']).replace(/.{8}$/, '00000000');
          }),
        /which a step refers to, is missing|does not follow the header/,
      ],
    ];
    for (const [forge, remote] of forgeries) {
      const forged = new Map(files);
      forge(forged);
      reseal(forged);
      const wrong = check(forged, 'wrong');
      expect(
        wrong.some((text) => remote.test(text)),
        `${String(remote)}: ${wrong.slice(0, 5).join(' ')}`,
      ).toBe(true);
    }
  });

  test('proves every transaction of a block that has more than 400', async () => {
    const db = await databases.empty();
    const token = addressOf(0x70000);
    const bundle = makeBundle({
      height: 1,
      parentHash: new Uint8Array(32),
      txs: Array.from({ length: 900 }, (_, i) => ({
        from: addressOf(i),
        to: i % 3 === 0 ? token : addressOf(i + 1),
        nonce: BigInt(i),
        logs: i % 3 === 0 ? [erc20(token, addressOf(i), addressOf(i + 1), BigInt(i + 1))] : [],
      })),
    });
    const { header, transactions } = bundle.block;
    await createEthereumLedger({ db }).append({ chainId: 1337n, network: 'test' }, [bundle]);
    const hashes = transactions.map(({ hash }) => toHex(hash));
    const evidence = await inTransaction(db, 'read only', (session) =>
      collectEthereum(
        { session, weight: createWeight(), signal: new AbortController().signal },
        hashes,
        new Map(),
      ),
    );
    expect(evidence.missing).toEqual([]);
    expect(evidence.proofs.map(({ transaction }) => transaction)).toEqual(hashes);
    for (const { transaction, index, transactionNodes, receiptNodes } of evidence.proofs) {
      const { raw, receipt } = evidence.transactions.get(transaction) ?? {};
      const shown = (root: Uint8Array, nodes: readonly string[]) =>
        provenValue(root, index, nodes.map(fromHex));
      expect(shown(header.transactionsRoot, transactionNodes)).toEqual(raw);
      expect(shown(header.receiptsRoot, receiptNodes)).toEqual(receipt);
    }
  });
});
