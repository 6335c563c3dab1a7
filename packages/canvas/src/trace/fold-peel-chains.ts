import { plainNumbers } from '@hopscope/domain';
import { allOf, type CanvasDocument } from '../document/document.ts';
import type { Draft } from '../tools/tool-state.ts';
import { findPeelChains, foldChain, setFolded } from './peel-chains.ts';

const counted = (count: number): string =>
  count === 1 ? 'peel chain' : plainNumbers.counted(count, 'peel chain');

/**
 * Folds all drawn peel chains, or unfolds them if some are folded. Null: there are none. `newId` is called once for each chain that was
 * never folded.
 */
export function turnPeelChains(document: CanvasDocument, newId: () => string): Draft | null {
  const known = allOf(document, 'group').filter(({ purpose }) => purpose === 'peel_chain');
  const folded = known.filter((group) => group.folded);
  if (folded.length > 0) {
    const changes = folded.flatMap(({ id }) => setFolded(document, id, false));
    return { title: `Unfold ${counted(folded.length)}`, changes };
  }
  const found = findPeelChains(document);
  const changes = [
    ...known.flatMap(({ id }) => setFolded(document, id, true)),
    ...found.flatMap((chain) => foldChain(document, chain, newId())),
  ];
  if (changes.length === 0) return null;
  return { title: `Fold ${counted(known.length + found.length)}`, changes };
}
