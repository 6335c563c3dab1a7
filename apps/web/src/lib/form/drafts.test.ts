import { expect, it } from 'vitest';
import { createMemoryStorage } from '../browser/browser-storage.ts';
import { createDrafts } from './drafts.ts';

function setUp() {
  const storage = createMemoryStorage();
  let user: string | undefined = 'ada';
  const drafts = createDrafts(storage, () => user);
  return { storage, drafts, become: (id: string | undefined) => void (user = id) };
}

it('keeps what was typed, form by form', () => {
  const { drafts } = setUp();
  drafts.write('note', { content: 'half a sentence' });
  drafts.write('invite', { email: 'grace@' });
  drafts.clear('invite');
  expect(drafts.read('note')).toEqual({ content: 'half a sentence' });
  expect(drafts.read('invite')).toBeUndefined();
});

it('survives a session that ended, but is found by the same person only', () => {
  const { drafts, become } = setUp();
  drafts.write('note', { content: 'mine' });
  become(undefined);
  expect(drafts.read('note')).toBeUndefined();
  become('ada');
  expect(drafts.read('note')).toEqual({ content: 'mine' });
  become('grace');
  expect(drafts.read('note')).toBeUndefined();
  become('ada');
  expect(drafts.read('note')).toBeUndefined();
});

it('keeps nothing while nobody is signed in, and nothing after logout', () => {
  const { drafts, become, storage } = setUp();
  drafts.write('note', { content: 'mine' });
  drafts.clearAll();
  expect(drafts.read('note')).toBeUndefined();
  become(undefined);
  drafts.write('note', { content: 'nobody' });
  expect(storage.getItem('drafts')).toBeNull();
});

it.each(['', '{', '[]', '{"user":"ada","forms":{"note":{"content":7}}}'])('reads %j as nothing', (text) => {
  const { drafts, storage } = setUp();
  storage.setItem('drafts', text);
  expect(drafts.read('note')).toBeUndefined();
});
