import type { Blockchain } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { blockSearch, chainNames } from '../../model/chain-of.ts';
import type { SearchInput } from '../../../../lib/search/search-input.ts';

/** A height that both chains have: links to both blocks. */
function Choice({ value, chains }: { value: string; chains: readonly Blockchain[] }) {
  return (
    <>
      <b>Block</b> of{' '}
      {chains.map((chain, index) => (
        <span key={chain}>
          {index > 0 && ' or '}
          <Link to="/home/block-explorer/block/$block" params={{ block: value }} search={blockSearch(chain)}>
            {chainNames[chain]}
          </Link>
        </span>
      ))}
    </>
  );
}

/** Type of the entered text, or why it is invalid, with a suggestion. */
export function SearchHint({
  input,
  answer,
  chains,
  name,
}: {
  input: SearchInput;
  answer: string | undefined;
  chains: readonly Blockchain[];
  /** Set if the text may be a name: number of matching entities, and whether the search failed. */
  name?: { wrong: boolean; found: number } | undefined;
}) {
  if (answer !== undefined) return answer;
  if (input.kind === 'empty') return null;
  if (input.kind === 'go' && input.to === 'block' && chains.length > 1) {
    return <Choice value={input.value} chains={chains} />;
  }
  if (input.kind === 'list') {
    return (
      <>
        <b>{input.label}</b>
        {input.invalid > 0 && `, ${input.invalid} invalid`}
      </>
    );
  }
  if (input.kind !== 'invalid') return <b>{input.label}</b>;
  if (name && !name.wrong) {
    return (
      <>
        <b>Name search.</b>{' '}
        {name.found > 0 ? 'Press Enter to show matching entities.' : 'Not a block, transaction, or address.'}
      </>
    );
  }
  if (name) {
    return (
      <>
        <b>{input.label}.</b> No entity has this name.
      </>
    );
  }
  return (
    <>
      <b>{input.label}.</b> {input.reason}
      {input.suggestion !== undefined && (
        <>
          {' '}
          <Link to="/home/block-explorer/address/$address" params={{ address: input.suggestion }}>
            Open {input.suggestion}
          </Link>
        </>
      )}
    </>
  );
}
