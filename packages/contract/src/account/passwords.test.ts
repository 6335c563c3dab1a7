import { expect, test } from 'vitest';
import { z } from 'zod';
import { passwordMaxLength } from '../constants.ts';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';

const names = new Set(['password', 'currentPassword', 'newPassword', 'confirmPassword']);

/** The fields of a body that take passwords. */
function passwordsOf({ body }: Endpoint): [string, z.ZodType][] {
  let schema: unknown = body;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) schema = schema.unwrap();
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).filter(([name]) => names.has(name));
}

const taken = Object.values<Endpoint>(endpoints).flatMap((call) =>
  passwordsOf(call).map(([field, schema]) => [call.id, field, schema] as const),
);

test.each(taken)('%s takes a %s as long as an account can have one, and no longer', (_id, _field, schema) => {
  expect(schema.safeParse('x'.repeat(passwordMaxLength)).success).toBe(true);
  expect(schema.safeParse('x'.repeat(passwordMaxLength + 1)).success).toBe(false);
});

test('signing in, signing up, proofs and signatures of reports are among them', () => {
  expect(taken.map(([id]) => id)).toEqual(
    expect.arrayContaining(['login', 'signup', 'resetPassword', 'changePassword', 'signSar']),
  );
});
