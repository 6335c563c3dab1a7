import type { Blockchain } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { blockSearch } from '../../../../lib/search/block-search.ts';
import type { SearchInput } from '../../../../lib/search/search-input.ts';

/** A height that both chains have: links to both blocks. */
function Choice({ value, among }: { value: string; among: readonly Blockchain[] }) {
  return (
    <>
      <b>Block</b> of{' '}
      {among.map((chain, index) => (
        <span key={chain}>
          {index > 0 && ' or '}
          <Link to="/home/block-explorer/block/$block" params={{ block: value }} search={blockSearch(chain)}>
            {chains[chain].name}
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
  among,
  name,
}: {
  input: SearchInput;
  answer: string | undefined;
  /** Chains that hold the entered height. */
  among: readonly Blockchain[];
  /** Set if the text may be a name: the number of matching entities, and whether the search failed. */
  name?: { wrong: boolean; found: number } | undefined;
}) {
  if (answer !== undefined) return answer;
  if (input.kind === 'empty') return null;
  if (input.kind === 'go' && input.to === 'block' && among.length > 1) {
    return <Choice value={input.value} among={among} />;
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
