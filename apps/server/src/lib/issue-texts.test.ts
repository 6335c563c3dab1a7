import { newAddress, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueSentence } from './issue-texts.ts';

const sentenceOf = (schema: z.ZodType, value: unknown): string => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue ? issueSentence({ field: issue.path.join('.'), message: issue.message }) : '';
};

test.each([
  [z.object({ a: z.string() }), {}, 'a is missing'],
  [z.object({ a: z.string() }), { a: 5 }, 'a must be a string'],
  [z.object({ a: z.int() }), { a: 1.5 }, 'a must be a whole number'],
  [z.object({ a: z.boolean() }), { a: 'x' }, 'a must be true or false'],
  [z.object({ a: z.int().max(100) }), { a: 101 }, 'a must be at most 100'],
  [z.object({ a: z.number().positive() }), { a: 0 }, 'a must be more than 0'],
  [z.object({ a: z.string().max(3) }), { a: 'long' }, 'a must have at most 3 characters'],
  [z.object({ a: z.string().min(1) }), { a: '' }, 'a must not be empty'],
  [z.object({ a: z.array(z.int()).min(1) }), { a: [] }, 'a must have at least 1 item'],
  [z.object({ a: z.enum(['in', 'out']) }), { a: 'x' }, 'a must be one of: in, out'],
  [z.object({ a: z.enum(['in', 'out']) }), {}, 'a is missing'],
  [z.object({ a: z.uuid() }), { a: 'x' }, 'a must be a UUID'],
  [z.object({ a: z.iso.date() }), { a: 'x' }, 'a must be a day such as 2026-01-31'],
  [z.object({ a: z.string().regex(/^\d+$/) }), { a: 'x' }, 'a has the wrong format'],
  [z.object({ a: z.int() }).strict(), { a: 1, b: 2 }, 'The request has unknown fields: b'],
  [z.object({ a: z.string().min(1, 'Please enter a') }), { a: '' }, 'a: Please enter a'],
])('%#: says in plain words what is wrong', (schema, value, sentence) => {
  expect(sentenceOf(schema, value)).toBe(sentence);
});

test('no call answers with the words of the library, whatever is missing or of another kind', () => {
  const words = /invalid input|expected|received|too big|too small|must match|NaN|nonoptional/i;
  const parts: Record<string, unknown>[] = Object.values(endpoints).map((one) => ({ ...one }));
  for (const { body, query, params } of parts) {
    for (const schema of [body, query, params]) {
      if (!(schema instanceof z.ZodType)) continue;
      for (const value of [undefined, null, {}, [], 'x', 5]) {
        const issues = schema.safeParse(value).error?.issues ?? [];
        for (const { message } of issues) expect(message).not.toMatch(words);
      }
      if (!(schema instanceof z.ZodObject)) continue;
      for (const wrong of ['\u0000', -1, true, [], {}, 'x'.repeat(30_000)]) {
        const value = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, wrong]));
        for (const { message } of schema.safeParse(value).error?.issues ?? []) {
          expect(message).not.toMatch(words);
        }
      }
    }
  }
  expect(sentenceOf(newAddress, { address: 5 })).toBe('address must be a string');
});
