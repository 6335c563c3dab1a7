import type { EntityListItem, Note } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { commandsOf } from './commands.ts';

const entity: EntityListItem = {
  _id: 'n',
  entity_id: 'northquay',
  proper_name: 'Northquay Exchange',
  entity_type: 'mining_pool',
  fallback_logo: 'pool',
  date_updated: '2026-01-01T00:00:00.000Z',
  version: 1,
};
const note: Note = {
  _id: 'note',
  organizationId: 'o',
  content: 'Ask Grace',
  type: 'address',
  transactionId: null,
  address: 'bc1q',
  createdBy: 'a',
  creatorName: 'Ada',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};
const nothing = {
  input: { kind: 'empty' },
  chains: [],
  recent: [],
  entities: [],
  notes: [],
  pages: [{ name: 'Block Explorer', href: '/home/block-explorer', keys: 'G B' }],
} as const;
const recent = [{ kind: 'address', label: 'bc1qxyz', href: '/home/block-explorer/address/bc1qxyz' }] as const;

const places = (commands: ReturnType<typeof commandsOf>) =>
  commands.map((command) => ('href' in command ? command.href : `ask ${command.ask}`));

it('without a text offers what was visited last and the pages', () => {
  const commands = commandsOf('', { ...nothing, recent });
  expect(commands.map(({ group }) => group)).toEqual(['Recent', 'Pages']);
});

it('leads to what the text is, on each chain that has it', () => {
  const block = { kind: 'go', label: 'Block', to: 'block', value: '7' } as const;
  expect(places(commandsOf('7', { ...nothing, input: block, chains: ['bitcoin', 'ethereum'] }))).toEqual([
    '/home/block-explorer/block/7',
    '/home/block-explorer/block/7?blockchain=ethereum',
  ]);
  const hash = { kind: 'ask', label: 'Transaction', value: 'ab' } as const;
  expect(places(commandsOf('zz', { ...nothing, input: hash }))).toEqual(['ask ab']);
  const list = { kind: 'list', label: '2 addresses', words: ['a', 'b&c'], invalid: 0 } as const;
  expect(places(commandsOf('zz', { ...nothing, input: { ...list, words: [...list.words] } }))).toEqual([
    '/home/block-explorer/addresses?list=a%20b%26c',
  ]);
});

it('leads to entities and to what notes are about', () => {
  const commands = commandsOf('zz', {
    ...nothing,
    entities: [entity],
    notes: [note, { ...note, _id: 'two', type: 'general', address: null }],
  });
  expect(places(commands)).toEqual([
    '/home/blockham?entity=northquay',
    '/home/block-explorer/address/bc1q?notes=true',
    '/home/settings/organization/notes',
  ]);
  expect(commands[0]).toMatchObject({ title: 'Northquay Exchange', detail: 'mining pool' });
});

it('finds places that were visited by a part of them only', () => {
  const find = (text: string) => commandsOf(text, { ...nothing, recent, pages: [] }).length;
  expect([find('QXY'), find('bq1'), find('zzz')]).toEqual([1, 0, 0]);
});
