import type { Blockchain, EntityListItem, Note } from '@hopscope/contract';
import { chains, defaultChain } from '@hopscope/domain';
import { foldText } from '../../../lib/text/fold-text.ts';
import type { SearchInput } from '../../../lib/search/search-input.ts';
import { blockHref } from '../../../lib/search/block-search.ts';
import { fuzzyFilter } from './fuzzy.ts';
import type { Visit } from '../../../lib/recent-visits.ts';

export const groups = ['Go to', 'Recent', 'Entities', 'Notes', 'Pages'] as const;
export type Group = (typeof groups)[number];
export type CommandIcon = Visit['kind'] | 'list' | 'note' | 'page';

/** A target of the palette; `ask` is a hash that only the ledgers can resolve. */
export type Command = {
  key: string;
  group: Group;
  icon: CommandIcon;
  title: string;
  detail?: string;
  keys?: string;
} & ({ href: string } | { ask: string });

/** A page of the application in the palette; `keys` is its shortcut. */
export interface PalettePage {
  name: string;
  href: string;
  keys?: string;
}

const recentShown = 8;
const explorer = '/home/block-explorer';

function blockCommands(value: string, among: readonly Blockchain[]): Command[] {
  const [first = defaultChain, ...others] = among;
  return [first, ...others].map((chain) => ({
    key: `block ${chain}`,
    group: 'Go to',
    icon: 'block',
    title: `Block ${value}`,
    ...(among.length > 1 && { detail: `of ${chains[chain].name}` }),
    href: blockHref(value, chain),
  }));
}

function identified(input: SearchInput, among: readonly Blockchain[]): Command[] {
  const command = { key: 'identified', group: 'Go to' } as const;
  if (input.kind === 'ask') {
    return [{ ...command, icon: 'transaction', title: input.label, detail: input.value, ask: input.value }];
  }
  if (input.kind === 'list') {
    const href = `${explorer}/addresses?list=${encodeURIComponent(input.words.join(' '))}`;
    return [{ ...command, icon: 'list', title: input.label, href }];
  }
  if (input.kind !== 'go') return [];
  if (input.to === 'block') return blockCommands(input.value, among);
  const href = `${explorer}/${input.to}/${input.value}`;
  return [{ ...command, icon: input.to, title: input.label, detail: input.value, href }];
}

function noteHref(note: Note): string {
  if (note.address !== null) return `${explorer}/address/${encodeURIComponent(note.address)}?notes=true`;
  if (note.transactionId !== null)
    return `${explorer}/transaction/${encodeURIComponent(note.transactionId)}?notes=true`;
  return '/home/settings/organization/notes';
}

/** Returns all targets of a text in group order; without a text, recent visits and pages. */
export function commandsOf(
  text: string,
  found: {
    input: SearchInput;
    /** Chains that have the typed height. */
    chains: readonly Blockchain[];
    recent: readonly Visit[];
    entities: readonly EntityListItem[];
    notes: readonly Note[];
    pages: readonly PalettePage[];
  },
): Command[] {
  // Addresses and hashes contain almost any letters in some order, so they match only by substring.
  const part = foldText(text);
  const recent = found.recent
    .filter(({ label, href }) => foldText(`${label} ${href}`).includes(part))
    .slice(0, recentShown);
  return [
    ...identified(found.input, found.chains),
    ...recent.map(
      ({ kind, label, href }): Command => ({
        key: `recent ${href}`,
        group: 'Recent',
        icon: kind,
        title: label,
        href,
      }),
    ),
    ...found.entities.map(
      ({ entity_id, proper_name, entity_type }): Command => ({
        key: `entity ${entity_id}`,
        group: 'Entities',
        icon: 'entity',
        title: proper_name,
        ...(entity_type && { detail: entity_type.replaceAll('_', ' ') }),
        href: `/home/blockham?entity=${encodeURIComponent(entity_id)}`,
      }),
    ),
    ...found.notes.map(
      (note): Command => ({
        key: `note ${note._id}`,
        group: 'Notes',
        icon: 'note',
        title: note.content,
        detail: `Note by ${note.creatorName}`,
        href: noteHref(note),
      }),
    ),
    ...fuzzyFilter(found.pages, text, ({ name }) => name).map(
      ({ name, href, keys }): Command => ({
        key: `page ${href}`,
        group: 'Pages',
        icon: 'page',
        title: name,
        ...(keys !== undefined && { keys }),
        href,
      }),
    ),
  ];
}
