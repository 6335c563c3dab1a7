import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { findProbableOwner, type OwnerLink } from './probable-owner.ts';

type Links = Readonly<Record<string, readonly [to: string, probability: number][]>>;

const search = (links: Links, more: { least?: number; most?: number; reads?: number } = {}) => {
  let reads = more.reads ?? Number.POSITIVE_INFINITY;
  return findProbableOwner<null>('a', {
    least: more.least ?? 0.5,
    most: more.most ?? 100,
    isSpent: () => reads-- <= 0,
    linksOf: async (part) => ({
      links: (links[part] ?? []).map(
        ([to, probability]): OwnerLink<null> => ({ to, probability, evidence: null }),
      ),
      complete: true,
    }),
  });
};
const inShort = ({ parts }: Awaited<ReturnType<typeof search>>) =>
  parts.map(({ part, weakest, link }) => [part, weakest, link?.from]);

describe('a probable owner', () => {
  test('has each part by the way whose weakest link is strongest', async () => {
    const found = await search({
      a: [
        ['b', 0.9],
        ['c', 0.6],
      ],
      b: [
        ['c', 0.8],
        ['a', 0.9],
      ],
      c: [['d', 0.99]],
    });
    expect(inShort(found)).toEqual([
      ['a', 1, undefined],
      ['b', 0.9, 'a'],
      ['c', 0.8, 'b'],
      ['d', 0.8, 'c'],
    ]);
    expect(found.complete).toBe(true);
  });
  test('has no parts beyond a link that is too weak', async () => {
    const links: Links = { a: [['b', 0.9]], b: [['c', 0.98]] };
    expect(inShort(await search(links, { least: 0.95 }))).toEqual([['a', 1, undefined]]);
  });
  test('says that there may be more where a limit ended the search', async () => {
    const links: Links = {
      a: [
        ['b', 0.9],
        ['c', 0.8],
      ],
    };
    expect(await search(links, { most: 2 })).toMatchObject({ complete: false, parts: [{}, { part: 'b' }] });
    const { parts, complete } = await search(links, { reads: 1 });
    expect([parts.map(({ part }) => part), complete]).toEqual([['a', 'b', 'c'], false]);
  });
  test('for a higher threshold, has the parts whose weakest link reaches it', async () => {
    const node = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const link = fc.tuple(node, node, fc.integer({ min: 50, max: 99 }));
    await fc.assert(
      fc.asyncProperty(fc.array(link), fc.integer({ min: 50, max: 99 }), async (list, threshold) => {
        const links: Record<string, [string, number][]> = {};
        for (const [one, other, percent] of list) {
          (links[one] ??= []).push([other, percent / 100]);
          (links[other] ??= []).push([one, percent / 100]);
        }
        const all = await search(links);
        const fewer = await search(links, { least: threshold / 100 });
        const names = ({ parts }: typeof all) => parts.map(({ part }) => part).toSorted();
        const reaching = all.parts.filter(({ weakest }) => weakest >= threshold / 100);
        expect(names(fewer)).toEqual(names({ ...all, parts: reaching }));
      }),
      propertyRuns(200),
    );
  });
});
