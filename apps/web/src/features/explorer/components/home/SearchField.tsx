import type { Blockchain } from '@hopscope/contract';
import { defaultChain } from '@hopscope/domain';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useNameMatches } from '../../../../lib/search/use-name-matches.ts';
import { SearchBox } from '../../../../ui/form/SearchBox.tsx';
import { useLedgerStatus } from '../../api/ledger-status.ts';
import { useResolveSearch } from '../../api/resolve-search.ts';
import { blockSearch } from '../../../../lib/search/block-search.ts';
import { networkOf } from '../../../../lib/search/network-of.ts';
import { chainsOfHeight } from '../../../../lib/search/chains-of-height.ts';
import { type Destination, detectSearch } from '../../../../lib/search/search-input.ts';
import { SearchHint } from './SearchHint.tsx';
import { SearchMatches } from './SearchMatches.tsx';

/**
 * Search by block number, transaction hash, one or several addresses, or name. Doesn't navigate while the text is none
 * of them.
 */
export function SearchField() {
  const goTo = useGoTo();
  const router = useRouter();
  const bitcoin = useLedgerStatus('bitcoin').data;
  const ethereum = useLedgerStatus('ethereum').data;
  const resolve = useResolveSearch();
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<string>();
  /** Enter was pressed on this text. */
  const [tried, setTried] = useState(false);
  const asked = useRef('');
  const input = detectSearch(text, networkOf(bitcoin?.network));
  const among = chainsOfHeight(input, { bitcoin, ethereum });
  const matches = useNameMatches(input.kind === 'invalid' && input.named ? text : '');

  const mayBeName = input.kind === 'invalid' && input.named;
  const nameless = tried && !matches.busy && matches.entities.length === 0;
  const wrong = input.kind === 'invalid' && (!mayBeName || nameless);

  /** Ignores the answer if the text or the page has changed since the request. */
  async function ask(value: string) {
    asked.current = text;
    const { href } = router.state.location;
    try {
      const found = await resolve.mutateAsync(value);
      if (asked.current !== text || router.state.location.href !== href) return;
      if (found.type === 'none') setAnswer(found.message);
      else goTo.page(found.type, found.value ?? value, found.blockchain ?? undefined);
    } catch (thrown) {
      if (asked.current === text) setAnswer(toApiError(thrown).message);
    }
  }

  function submit() {
    const [entity, another] = matches.entities;
    setTried(true);
    if (input.kind === 'go') goTo.page(input.to, input.value, among[0]);
    else if (input.kind === 'list') goTo.list(input.words);
    else if (input.kind === 'ask' && !resolve.isPending) void ask(input.value);
    else if (input.kind === 'invalid' && entity && !matches.busy) {
      setText('');
      if (another) goTo.entities(text.trim());
      else goTo.entity(entity.entity_id);
    }
  }

  return (
    <SearchBox
      label="Search"
      placeholder="Block, transaction, address, or entity"
      value={text}
      hint={
        input.kind !== 'empty' && (
          <SearchHint
            input={input}
            answer={answer}
            among={among}
            name={mayBeName ? { wrong: nameless, found: matches.entities.length } : undefined}
          />
        )
      }
      below={<SearchMatches matches={matches} onFollow={() => setText('')} />}
      invalid={wrong || answer !== undefined}
      busy={resolve.isPending || matches.busy}
      onChange={(value) => {
        asked.current = value;
        setAnswer(undefined);
        setTried(false);
        setText(value);
      }}
      onSubmit={submit}
    />
  );
}

/** Returns functions that open the pages of results; a block needs its chain. */
function useGoTo() {
  const navigate = useNavigate();
  return {
    page(to: Destination, value: string, chain: Blockchain | undefined) {
      const page = {
        block: () =>
          navigate({
            to: '/home/block-explorer/block/$block',
            params: { block: value },
            search: blockSearch(chain ?? defaultChain),
          }),
        transaction: () =>
          navigate({ to: '/home/block-explorer/transaction/$txid', params: { txid: value } }),
        address: () => navigate({ to: '/home/block-explorer/address/$address', params: { address: value } }),
      };
      void page[to]();
    },
    list(words: readonly string[]) {
      void navigate({ to: '/home/block-explorer/addresses', search: { list: words.join(' ') } });
    },
    entities(search: string) {
      void navigate({ to: '/home/blockham', search: { search } });
    },
    entity(entityId: string) {
      void navigate({ to: '/home/blockham', search: { entity: entityId } });
    },
  };
}
