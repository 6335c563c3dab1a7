import * as fc from 'fast-check';

/** What a broken or hostile node may write in the place of anything. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1e300, Number.NaN, '', '0x', '0x0', '0X1', 'latest'),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    { length: 5 },
    '0xzz',
    '0x1 ',
    ' 0x1',
    '0x-1',
    '１',
    '\u0000',
  ),
  fc.constantFrom<unknown>(
    `0x${'f'.repeat(64)}`,
    `0x${'f'.repeat(65)}`,
    `0x${'0'.repeat(10_000)}`,
    '0x1',
    '0x2',
  ),
  fc.stringMatching(/^0x[0-9a-f]{0,70}$/),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The answer with some of its values replaced, left out, repeated or exchanged. */
export function damagedAnswer(answer: unknown): fc.Arbitrary<unknown> {
  const edit = fc.record({
    path: fc.array(fc.nat(), { minLength: 1, maxLength: 7 }),
    kind: fc.constantFrom('set', 'set', 'set', 'remove', 'repeat', 'exchange'),
    value: hostile,
  });
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
    const copy: unknown = structuredClone(answer);
    for (const { path, kind, value } of edits) change(copy, path, kind, value);
    return copy;
  });
}

function change(root: unknown, path: readonly number[], kind: string, value: unknown): void {
  let at = root;
  for (const [depth, step] of path.entries()) {
    if (typeof at !== 'object' || at === null) return;
    const keys = Object.keys(at);
    const key = keys[step % Math.max(1, keys.length)];
    if (key === undefined) return;
    const inner: unknown = Reflect.get(at, key);
    if (depth < path.length - 1 && typeof inner === 'object' && inner !== null) {
      at = inner;
      continue;
    }
    if (kind === 'set') Reflect.set(at, key, value);
    else if (kind === 'remove' && Array.isArray(at)) at.splice(Number(key), 1);
    else if (kind === 'remove') Reflect.deleteProperty(at, key);
    else if (kind === 'repeat' && Array.isArray(at)) at.push(inner);
    else Reflect.set(at, key, Reflect.get(at, keys[0] ?? key));
    return;
  }
}
