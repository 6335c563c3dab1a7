import type { Blockchain } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { blockSearch, chainNames } from '../../model/chain-of.ts';
import type { SearchInput } from '../../../../lib/search/search-input.ts';

/** A height that both chains have: leads to either. */
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

/** What the typed text is, or why it is nothing and what may have been meant. */
export function SearchHint({
  input,
  answer,
  chains,
  name,
}: {
  input: SearchInput;
  answer: string | undefined;
  chains: readonly Blockchain[];
  /** The text may be a name: how many entities have it, and whether it was asked for in vain. */
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
        {input.invalid > 0 && `, and ${input.invalid} that ${input.invalid === 1 ? 'is' : 'are'} none`}
      </>
    );
  }
  if (input.kind !== 'invalid') return <b>{input.label}</b>;
  if (name && !name.wrong) {
    return (
      <>
        <b>Name.</b>{' '}
        {name.found > 0 ? 'Enter shows the entities.' : 'Neither block, transaction nor address.'}
      </>
    );
  }
  if (name) {
    return (
      <>
        <b>{input.label}.</b> No entity has this name either.
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
