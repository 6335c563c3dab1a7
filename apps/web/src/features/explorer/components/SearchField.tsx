import { type BitcoinNetwork, networks } from '@hopscope/chain';
import type { Blockchain } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { useLedgerStatus } from '../api/ledger-status.ts';
import { useResolveSearch } from '../api/resolve-search.ts';
import { blockSearch } from '../model/chain-of.ts';
import { chainsOfHeight } from '../model/chains-of-height.ts';
import { type Destination, detectSearch } from '../model/search-input.ts';
import { SearchHint } from './SearchHint.tsx';

/** The Bitcoin network of the ledger, which says what its addresses look like. */
function networkOf(name: string | null | undefined): BitcoinNetwork {
  return Object.values(networks).find((network) => network.name === name) ?? networks.mainnet;
}

/** Search for a block number, transaction hash or address; goes nowhere while the text is none of them. */
export function SearchField() {
  const goTo = useGoTo();
  const bitcoin = useLedgerStatus('bitcoin').data;
  const ethereum = useLedgerStatus('ethereum').data;
  const resolve = useResolveSearch();
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<string>();
  const asked = useRef('');
  const input = detectSearch(text, networkOf(bitcoin?.network));
  const chains = chainsOfHeight(input, { bitcoin, ethereum });

  /** The answer counts only while the field still has the text that was asked for. */
  async function ask(value: string) {
    asked.current = text;
    try {
      const found = await resolve.mutateAsync(value);
      if (asked.current !== text) return;
      if (found.type === 'none') setAnswer(found.message);
      else goTo(found.type, found.value ?? value, found.blockchain ?? undefined);
    } catch (thrown) {
      if (asked.current === text) setAnswer(toApiError(thrown).message);
    }
  }

  function submit() {
    if (input.kind === 'go') goTo(input.to, input.value, chains[0]);
    if (input.kind === 'ask' && !resolve.isPending) void ask(input.value);
  }

  return (
    <SearchBox
      label="Search"
      placeholder="Block, transaction or address"
      value={text}
      hint={input.kind !== 'empty' && <SearchHint input={input} answer={answer} chains={chains} />}
      invalid={input.kind === 'invalid' || answer !== undefined}
      busy={resolve.isPending}
      onChange={(value) => {
        asked.current = value;
        setAnswer(undefined);
        setText(value);
      }}
      onSubmit={submit}
    />
  );
}

/** Opens a page of the explorer; `chain` is needed for heights. */
function useGoTo() {
  const navigate = useNavigate();
  return (to: Destination, value: string, chain: Blockchain | undefined) => {
    const page = {
      block: () =>
        navigate({
          to: '/home/block-explorer/block/$block',
          params: { block: value },
          search: blockSearch(chain ?? 'bitcoin'),
        }),
      transaction: () => navigate({ to: '/home/block-explorer/transaction/$txid', params: { txid: value } }),
      address: () => navigate({ to: '/home/block-explorer/address/$address', params: { address: value } }),
    };
    void page[to]();
  };
}
