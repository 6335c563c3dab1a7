import { type BitcoinNetwork, networks } from '@hopscope/chain';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { useLedgerStatus } from '../api/ledger-status.ts';
import { useResolveSearch } from '../api/resolve-search.ts';
import { type Destination, type SearchInput, detectSearch } from '../model/search-input.ts';

function useLedgerNetwork(): BitcoinNetwork {
  const name = useLedgerStatus().data?.network;
  return Object.values(networks).find((network) => network.name === name) ?? networks.mainnet;
}

function Hint({ input, answer }: { input: SearchInput; answer: string | undefined }) {
  if (answer !== undefined) return answer;
  if (input.kind === 'empty') return null;
  if (input.kind !== 'invalid') return <b>{input.label}</b>;
  return (
    <>
      <b>{input.label}.</b> {input.reason}
    </>
  );
}

/** Search for a block number, transaction hash or address; goes nowhere while the text is none of them. */
export function SearchField() {
  const navigate = useNavigate();
  const network = useLedgerNetwork();
  const resolve = useResolveSearch();
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<string>();
  const asked = useRef('');
  const input = detectSearch(text, network);

  function go(to: Destination, value: string) {
    const page = {
      block: () => navigate({ to: '/home/block-explorer/block/$block', params: { block: value } }),
      transaction: () => navigate({ to: '/home/block-explorer/transaction/$txid', params: { txid: value } }),
      address: () => navigate({ to: '/home/block-explorer/address/$address', params: { address: value } }),
    };
    void page[to]();
  }

  /** The answer counts only while the field still has the text that was asked for. */
  async function ask(value: string) {
    asked.current = text;
    try {
      const found = await resolve.mutateAsync(value);
      if (asked.current !== text) return;
      if (found.type === 'none') setAnswer(found.message);
      else go(found.type, found.value ?? value);
    } catch (thrown) {
      if (asked.current === text) setAnswer(toApiError(thrown).message);
    }
  }

  function submit() {
    if (input.kind === 'go') go(input.to, input.value);
    if (input.kind === 'ask' && !resolve.isPending) void ask(input.value);
  }

  return (
    <SearchBox
      label="Search"
      placeholder="Block, transaction or address"
      value={text}
      hint={input.kind !== 'empty' && <Hint input={input} answer={answer} />}
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
