import { expect, it } from 'vitest';
import { z } from 'zod';
import { blankFields, parseForm, readForm, wholeForm } from './read-form.ts';

const schema = z.object({
  name: z.string().trim().min(2, 'Too short').max(5, 'Too long'),
  tags: z.array(z.string().min(1, 'An empty tag')).max(2, 'Too many tags'),
});

it('sends what was typed as it is, once the schema of the call accepts it', () => {
  const body = { name: ' abc ', tags: [] };
  expect(readForm(schema, body)).toEqual({ body });
  expect(parseForm(schema, body)).toEqual({ body: { name: 'abc', tags: [] } });
  expect(readForm(undefined, 7)).toEqual({ body: 7 });
});

it('names each field that the schema refuses, with its first error', () => {
  expect(readForm(schema, { name: '', tags: ['a', ''] })).toEqual({
    problems: { name: 'Too short', tags: 'An empty tag' },
  });
  expect(readForm(schema, { name: 'abcdefg', tags: ['', '', ''] })).toEqual({
    problems: { name: 'Too long', tags: expect.any(String) },
  });
});

it('takes fields with other names than in the call', () => {
  const nameOf = ([first]: readonly PropertyKey[]): string => (first === 'tags' ? 'labels' : wholeForm);
  expect(readForm(schema, { name: 'a', tags: [''] }, {}, nameOf)).toEqual({
    problems: { form: 'Too short', labels: 'An empty tag' },
  });
});

it('shows only the errors of the form itself, if there are any', () => {
  expect(readForm(schema, { name: 'a', tags: [] }, { tags: 'Please choose one' })).toEqual({
    problems: { tags: 'Please choose one' },
  });
});

it('finds fields that are blank, of those that are required', () => {
  const values = { a: ' ', b: 'x', c: undefined, d: '', e: false };
  const texts = { a: 'A?', b: 'B?', c: 'C?', d: false as const, e: 'E?' };
  expect(blankFields(values, texts)).toEqual({ a: 'A?', c: 'C?' });
});
