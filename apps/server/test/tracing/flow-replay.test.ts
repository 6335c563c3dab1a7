import { allOf, documentDigest, type Step } from '@hopscope/canvas';
import { endpoints, type FlowReplayLine, flowReplayLine } from '@hopscope/contract';
import { expect, test } from 'vitest';
import type { BlockAtHeight } from '../../src/ledger/bitcoin/blocks/batch.ts';
import { describeWithDatabase } from '../support/databases.ts';
import type { DirectoryApi } from '../support/api/directory-api.ts';
import { makeHackDemo, serveHackDemo } from '../support/api/hack-demo.ts';
import { heightPush, makeTransaction, mineBlock } from '../support/ledger/mining.ts';
import { keepStory, recordStory } from '../support/ledger/recorded-story.ts';
import type { Someone } from '../support/api/teams-api.ts';

type End = Extract<FlowReplayLine, { line: 'end' }>;
type StepLine = Extract<FlowReplayLine, { line: 'step' }>;

const demo = makeHackDemo();
/** What comes after the story was recorded. */
const later = 40;
const blocks = demo.blocks.slice(0, -later);
const since = demo.blocks.slice(-later);

async function replay(api: DirectoryApi, who: Someone, params: { id: string; documentId: string }) {
  const answer = await api.answer(who, endpoints.replayFlowDocument, { params, body: {} });
  expect(answer.statusCode).toBe(200);
  const lines = answer.body
    .trimEnd()
    .split('\n')
    .map((text) => flowReplayLine.parse(JSON.parse(text)));
  const end = lines.at(-1);
  if (end?.line !== 'end') throw new Error(answer.body.slice(-500));
  return { end: end satisfies End, steps: lines.filter((line): line is StepLine => line.line === 'step') };
}

const verdicts = (steps: readonly StepLine[]) => steps.map(({ verdict }) => verdict);

/** Blocks without transactions in the place of these. */
function emptyInstead(replaced: readonly BlockAtHeight[]): BlockAtHeight[] {
  let parent = demo.blocks[(replaced[0]?.height ?? 0) - 1]?.block.hash ?? new Uint8Array(32);
  return replaced.map(({ height, block }) => {
    const coinbase = makeTransaction({
      inputs: [
        {
          prevTxid: new Uint8Array(32),
          prevVout: 0xffffffff,
          script: Uint8Array.of(...heightPush(height), 0, 1),
        },
      ],
      outputs: [{ value: 0n, script: Uint8Array.of(0x51) }],
    });
    const mined = mineBlock([coinbase], { prevHash: parent, time: block.header.time }, false);
    parent = mined.hash;
    return { height, block: mined };
  });
}

describeWithDatabase('A replay of the hack of the demo', (databases) => {
  test('gives the same bytes on a fresh database and after more blocks, and says what a reorganization changed', async () => {
    const first = await serveHackDemo(await databases.empty(), demo, blocks);
    const ada = await first.api.someone('ada@example.org');
    const { steps, document } = await recordStory(first.api, ada, demo);
    const params = await keepStory(first.api, ada, steps);
    expect(allOf(document, 'connection').length).toBeGreaterThan(40);
    const here = await replay(first.api, ada, params);
    expect(verdicts(here.steps)).toEqual(['same', 'same', 'applied', 'same', 'same', 'same', 'applied']);
    expect(here.end).toMatchObject({ equal: true, stored: documentDigest(document) });

    // The same demo made anew, with the log as a file would bring it.
    const second = await serveHackDemo(await databases.empty(), demo, blocks);
    const grace = await second.api.someone('grace@example.org');
    const there = await keepStory(second.api, grace, steps);
    expect(await replay(second.api, grace, there)).toEqual(here);

    // More blocks, a later day, and a directory that says more.
    await second.ledger.append('demo', since);
    second.api.clock += 3 * 86_400_000;
    const again = await second.api.logIn('grace@example.org');
    const today = { ...grace, ...again };
    const grown = await replay(second.api, today, there);
    expect(grown).toEqual(here);

    // An answer that was forged, a question of a directory that is still to come.
    const auto = steps[4];
    if (!auto?.query || !auto.basis || auto.query.kind !== 'auto') throw new Error('The fifth step follows');
    const forged = structuredClone(steps);
    const [change] = forged[1]?.changes.filter(
      (one) => one.change === 'create' && one.record.kind === 'connection',
    ) ?? [undefined];
    if (change?.change !== 'create' || change.record.kind !== 'connection') throw new Error('A transfer');
    Object.assign(change.record, { amount: String(BigInt(change.record.amount) + 1n) });
    forged[5] = { ...forged[5], basis: { ...auto.basis, directoryVersion: 99 } } as Step;
    const lied = await replay(second.api, today, await keepStory(second.api, today, forged));
    expect(verdicts(lied.steps)).toEqual([
      'same',
      'differs',
      'applied',
      'same',
      'same',
      'impossible',
      'applied',
    ]);
    expect(lied.steps[1]).toMatchObject({
      reasons: [{ reason: 'answer' }],
      differences: [{ record: change.record.id, is: 'changed', fields: ['amount'] }],
    });
    expect(lied.steps[5]?.reasons).toMatchObject([{ reason: 'directory_version' }]);
    expect(lied.end.equal).toBe(false);

    // Other blocks in the place of those that the drawn transfers are in.
    const heights = allOf(document, 'connection').map(({ height }) => height ?? 0);
    const from = Math.max(...heights);
    const gone = demo.blocks.slice(from);
    await second.ledger.reorganize('demo', gone.length, emptyInstead(gone));
    const other = await replay(second.api, today, there);
    expect(other.end).toMatchObject({ equal: false, stored: here.end.stored });
    expect(other.steps[0]?.reasons).toMatchObject([{ reason: 'reorganization' }]);
    const followed = other.steps[4];
    expect(followed).toMatchObject({
      verdict: 'differs',
      reasons: [{ reason: 'reorganization' }, { reason: 'answer' }],
    });
    expect(followed?.differences.some(({ is }) => is === 'not_answered')).toBe(true);
    for (let i = 0; i < later + 1; i++) await second.ledger.disconnect();
    const cut = await replay(second.api, today, there);
    expect(verdicts(cut.steps)).toEqual([
      'impossible',
      'impossible',
      'applied',
      'impossible',
      'impossible',
      'impossible',
      'applied',
    ]);
    expect(cut.steps[0]?.reasons).toMatchObject([{ reason: 'other_blocks' }]);
  });
});
