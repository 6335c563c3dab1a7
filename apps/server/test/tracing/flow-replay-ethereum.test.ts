import { toChecksumAddress } from '@hopscope/chain';
import {
  apply,
  type CanvasDocument,
  documentDigest,
  emptyDocument,
  queryStep,
  type Step,
} from '@hopscope/canvas';
import { autoTraceLine, endpoints, flowReplayLine } from '@hopscope/contract';
import { expect, test } from 'vitest';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { addressOf, makeBundle, type TxParts } from '../support/sources/ethereum-blocks.ts';
import { keepStory } from '../support/ledger/recorded-story.ts';
import type { Someone } from '../support/api/teams-api.ts';

const ether = 10n ** 18n;
const [victim, thief, friend, end] = [70, 71, 72, 73].map(addressOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const textOf = (key: Uint8Array): string => toChecksumAddress(`0x${Buffer.from(key).toString('hex')}`);
const scenes: readonly (readonly TxParts[])[] = [
  [],
  [{ from: victim, to: thief, value: 10n * ether + 1n }],
  [{ from: thief, to: friend, value: 4n * ether }],
  [{ from: friend, to: end, value: 3n * ether }],
  [{ from: victim, to: thief, value: 7n * ether, nonce: 1n }],
];

function blocksOf(): EthereumBundle[] {
  const blocks: EthereumBundle[] = [];
  for (const [height, txs] of scenes.entries()) {
    const parentHash = blocks.at(-1)?.block.hash ?? new Uint8Array(32);
    blocks.push(makeBundle({ height, parentHash, txs, withdrawals: [], baseFee: 10n ** 9n, tokens: [] }));
  }
  return blocks;
}

/** As the page records it: an account traced, expanded and followed. */
async function record(api: DirectoryApi, who: Someone): Promise<{ steps: Step[]; document: CanvasDocument }> {
  const steps: Step[] = [];
  let document = emptyDocument;
  const put = (parts: Parameters<typeof queryStep>[1]): void => {
    const step = queryStep(document, parts, { id: `s${steps.length}`, author: who.id, time: 0 });
    steps.push(step);
    ({ document } = apply(document, step));
  };
  const own = { blockchain: 'ethereum' as const, address: textOf(thief) };
  const first = await api.as(who, endpoints.expandFlow, { body: { ...own, limit: 50 } });
  put({
    query: { kind: 'trace', chain: 'ethereum', address: own.address },
    answer: { transfers: [], parties: [first.party] },
    basis: first.basis,
  });
  const question = { ...own, limit: 100, direction: 'in' as const };
  const expanded = await api.as(who, endpoints.expandFlow, { body: question });
  const { transfers, parties, basis } = expanded;
  put({
    query: {
      kind: 'expand',
      chain: 'ethereum',
      address: own.address,
      question,
      chosen: transfers.map(({ id }) => id),
    },
    answer: { transfers, parties },
    basis,
  });
  const auto = { starts: [{ address: own.address }], nodes: 20, minShare: 0 };
  const answer = await api.answer(who, endpoints.autoTrace, { body: auto });
  const lines = answer.body
    .trimEnd()
    .split('\n')
    .map((line) => autoTraceLine.parse(JSON.parse(line)));
  const [begin] = lines;
  if (begin?.line !== 'begin') throw new Error('No beginning');
  const moved = lines.flatMap((line) => (line.line === 'transfers' ? line.transfers : []));
  put({
    query: { kind: 'auto', question: auto },
    answer: {
      transfers: [...new Map(moved.map(({ transfer }) => [transfer.id, transfer])).values()],
      parties: lines.flatMap((line) => (line.line === 'parties' ? line.parties : [])),
      stops: lines.flatMap((line) => (line.line === 'stops' ? line.stops : [])),
    },
    basis: begin.basis,
  });
  return { steps, document };
}

describeWithDatabase('A replay on Ethereum', (databases) => {
  test('gives the same bytes after more blocks, and finds a changed wei', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const blocks = blocksOf();
    const balances = new Map([[Buffer.from(victim).toString('hex'), 100n * ether] as const]);
    const chain = { chainId: 1337n, network: 'demo' };
    await ledger.append(chain, blocks.slice(0, 4), { balances, complete: true });
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const { steps, document } = await record(api, ada);
    const replay = async (log: readonly Step[]) => {
      const params = await keepStory(api, ada, log);
      const answer = await api.answer(ada, endpoints.replayFlowDocument, { params, body: {} });
      const lines = answer.body
        .trimEnd()
        .split('\n')
        .map((line) => flowReplayLine.parse(JSON.parse(line)));
      const last = lines.at(-1);
      if (last?.line !== 'end') throw new Error(answer.body.slice(-500));
      const remote = lines.flatMap((line) => (line.line === 'step' ? [line] : []));
      return { verdicts: remote.map(({ verdict }) => verdict), remote, end: last };
    };
    const here = await replay(steps);
    expect(here.verdicts).toEqual(['same', 'same', 'same']);
    expect(here.end).toMatchObject({ equal: true, stored: documentDigest(document) });
    await ledger.append(chain, blocks.slice(4));
    expect(await replay(steps)).toEqual(here);

    const forged = structuredClone(steps);
    const change = forged[1]?.changes.find(
      (one) => one.change === 'create' && one.record.kind === 'connection',
    );
    if (change?.change !== 'create' || change.record.kind !== 'connection') throw new Error('A transfer');
    expect(change.record.amount).toBe(String(10n * ether + 1n));
    Object.assign(change.record, { amount: String(10n * ether) });
    const lied = await replay(forged);
    expect(lied.verdicts[1]).toBe('differs');
    expect(lied.remote[1]?.differences).toMatchObject([{ record: change.record.id, fields: ['amount'] }]);
  });
});
