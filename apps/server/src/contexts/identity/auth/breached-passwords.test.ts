import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { propertyRuns } from '../../../../../../test/depth.ts';
import { isBreached } from './breached-passwords.ts';
import { createPasswordRules } from './weak-passwords.ts';

const folder = mkdtempSync(join(tmpdir(), 'hopscope-breached-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'hashes.txt');
const hashOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();

test('exactly the passwords of the file are found, whatever its length and ends of lines', async () => {
  const property = fc.asyncProperty(
    fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 60 }),
    fc.record({
      end: fc.constantFrom('\n', '\r\n'),
      last: fc.boolean(),
      counted: fc.boolean(),
      lower: fc.boolean(),
    }),
    fc.infiniteStream(fc.integer({ min: 1, max: 99_999_999 })),
    async (passwords, form, counts) => {
      // Every second one is in the file.
      const inside = passwords.filter((_, i) => i % 2 === 0);
      const lines = inside
        .map(hashOf)
        .toSorted()
        .map((hash) => (form.lower ? hash.toLowerCase() : hash))
        .map((hash) => (form.counted ? `${hash}:${counts.next().value}` : hash));
      writeFileSync(path, lines.join(form.end) + (form.last && lines.length > 0 ? form.end : ''));
      for (const password of passwords) {
        expect(await isBreached(password, path), password).toBe(inside.includes(password));
      }
    },
  );
  await fc.assert(property, propertyRuns(60));
});

test('a breached password is refused with the field, and another one is not', async () => {
  writeFileSync(path, `${hashOf('correct horse battery')}:7\n`);
  const rules = createPasswordRules({ breachedFile: path });
  const place = { owner: undefined, field: 'newPassword' };
  await expect(rules.require('correct horse battery', place)).rejects.toMatchObject({
    reason: 'validation_failed',
    fields: [{ field: 'newPassword', message: expect.stringContaining('data breach') }],
  });
  await rules.require('correct horse batteries', place);
});

test.each([
  ['a file that is gone', undefined, 'it cannot be read'],
  ['no hashes', `${'x'.repeat(40)}\n`, 'no line HASH:count begins at byte 0'],
  ['one line without an end', randomBytes(4000).toString('hex'), 'a line is too long at byte'],
])('%s is reported, and no password is accepted', async (_, content, reason) => {
  rmSync(path, { force: true });
  if (content !== undefined) writeFileSync(path, content);
  const checked = isBreached('correct horse battery', path);
  await expect(checked).rejects.toMatchObject({
    reason: 'unavailable',
    message: expect.stringContaining(reason),
  });
});
