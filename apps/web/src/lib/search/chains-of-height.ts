import type { Coverage } from '@hopscope/contract';
import { type Blockchain, blockchains } from '@hopscope/domain';
import type { SearchInput } from './search-input.ts';

type Ledgers = Readonly<Record<Blockchain, { coverage: Coverage } | undefined>>;

/** Returns the chains whose ledgers contain the typed height, Bitcoin first; empty for other texts, or if none does. */
export function chainsOfHeight(input: SearchInput, ledgers: Ledgers): Blockchain[] {
  if (input.kind !== 'go' || input.to !== 'block') return [];
  const height = Number(input.value);
  return blockchains.filter((chain) =>
    ledgers[chain]?.coverage.ranges.some(({ from, to }) => from <= height && height <= to),
  );
}
