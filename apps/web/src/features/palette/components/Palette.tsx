import { type getLedgerStatus, type CallOutput, search } from '@hopscope/contract';
import { type Blockchain, defaultChain } from '@hopscope/domain';
import { useRouter } from '@tanstack/react-router';
import {
  ArrowRightLeft,
  Box,
  FileText,
  Landmark,
  ListChecks,
  type LucideIcon,
  NotebookPen,
  Wallet,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useEntities } from '../../../lib/directory/use-entities.ts';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import type { Visit } from '../../../lib/recent-visits.ts';
import { blockHref } from '../../../lib/search/block-search.ts';
import { chainsOfHeight } from '../../../lib/search/chains-of-height.ts';
import { networkOf } from '../../../lib/search/network-of.ts';
import { detectSearch } from '../../../lib/search/search-input.ts';
import { useNameMatches } from '../../../lib/search/use-name-matches.ts';
import { useServices } from '../../../lib/services.ts';
import { CommandDialog } from '../../../ui/overlay/CommandDialog.tsx';
import { type Command, type CommandIcon, commandsOf, groups, type PalettePage } from '../model/commands.ts';
import css from './Palette.module.css';

type LedgerState = CallOutput<typeof getLedgerStatus>['data'] | undefined;

const icons: Readonly<Record<CommandIcon, LucideIcon>> = {
  address: Wallet,
  transaction: ArrowRightLeft,
  block: Box,
  entity: Landmark,
  list: ListChecks,
  note: NotebookPen,
  page: FileText,
};

function Option({ command: { icon, title, detail, keys } }: { command: Command }) {
  const Icon = icons[icon];
  return (
    <>
      <Icon className={css.icon} size={16} strokeWidth={1.6} aria-hidden="true" />
      <span className={css.title}>{title}</span>
      <span className={css.detail}>{detail}</span>
      {keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
    </>
  );
}

/** Returns a function that finds the page of a hash by asking the ledgers, or the reason if none has it. */
function useAsk() {
  const { api } = useServices();
  return async (q: string): Promise<{ href: string } | { failure: string }> => {
    try {
      const { type, value, blockchain, message } = (await api(search, { query: { q } })).data;
      if (type === 'none' || value === null) return { failure: message };
      if (type === 'block') return { href: blockHref(value, blockchain ?? defaultChain) };
      return { href: `/home/block-explorer/${type}/${value}` };
    } catch (thrown) {
      return { failure: failureMessage(thrown, 'The search failed.') };
    }
  };
}

/** Adds names to visited entities: they are remembered by ID, and the directory has the names. */
function useNamedVisits(visits: readonly Visit[]): Visit[] {
  const { data } = useEntities({ enabled: visits.some(({ kind }) => kind === 'entity') });
  return visits.map((visit) => {
    const named = visit.kind === 'entity' ? data?.find((each) => each.entity_id === visit.label) : undefined;
    return named ? { ...visit, label: named.proper_name } : visit;
  });
}

/** Command palette: pages, blocks, transactions, addresses, entities, notes, and recent visits by name. */
export function Palette({
  ledgers,
  pages,
  onClose,
}: {
  ledgers: Readonly<Record<Blockchain, LedgerState>>;
  pages: readonly PalettePage[];
  onClose: () => void;
}) {
  const router = useRouter();
  const ask = useAsk();
  const { recent } = useServices();
  const { counted } = useFormats();
  const { id: organizationId } = useOrganizationId();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  const visits = useNamedVisits(useMemo(() => recent.list(organizationId), [recent, organizationId]));
  const input = detectSearch(text, networkOf(ledgers.bitcoin?.network));
  const matches = useNameMatches(input.kind === 'invalid' && input.named ? text : '');
  const chains = chainsOfHeight(input, ledgers);
  const commands = commandsOf(text, { ...matches, input, chains, recent: visits, pages });

  async function pick(command: Command, newTab: boolean) {
    const place = 'href' in command ? command : await ask(command.ask);
    if ('failure' in place) return setFailure(place.failure);
    if (newTab) window.open(place.href, '_blank', 'noopener');
    else {
      onClose();
      await router.navigate({ href: place.href });
    }
  }

  return (
    <CommandDialog
      label="Command palette"
      placeholder="Go to a page, block, transaction, address, entity, or note"
      value={text}
      busy={matches.busy}
      groups={groups
        .map((name) => ({ name, options: commands.filter(({ group }) => group === name) }))
        .filter(({ options }) => options.length > 0)}
      render={(command) => <Option command={command} />}
      status={
        failure ??
        (matches.failures.length > 0
          ? matches.failures.join(' ')
          : commands.length > 0
            ? counted(commands.length, 'result')
            : matches.busy
              ? 'Searching…'
              : 'No matches')
      }
      foot={<span>↑ ↓ to move, Enter to open, Ctrl Enter in a new tab</span>}
      onChange={(value) => {
        setText(value);
        setFailure(undefined);
      }}
      onPick={(command, newTab) => void pick(command, newTab)}
      onClose={onClose}
    />
  );
}
