import { allOf, type CanvasDocument, getOf, nameOf, type TraceOutcome } from '@hopscope/canvas';
import { type Blockchain, shortAddress } from '@hopscope/domain';
import { useMemo, useState } from 'react';
import { NativeSelect } from '../../../../ui/form/NativeSelect.tsx';
import { outcomePictures } from '../../model/outcome-view.ts';
import { OutcomePicture } from './OutcomePicture.tsx';

/** Results of auto-traces that the document contains, one at a time. */
export function Outcomes({
  document,
  latest,
  onChoose,
  onTrace,
}: {
  document: CanvasDocument;
  /** ID of the result to show first: of the trace that ended last. */
  latest: string | null;
  onChoose: (nodeIds: readonly string[]) => void;
  /** Adds an address of another chain to the canvas. */
  onTrace: (chain: Blockchain, address: string) => void;
}) {
  const outcomes = useMemo(() => allOf(document, 'outcome'), [document]);
  const [picked, setPicked] = useState<{ id: string; after: string | null } | null>(null);
  const wanted = picked && picked.after === latest ? picked.id : latest;
  const shown = outcomes.find(({ id }) => id === wanted) ?? outcomes.at(-1);
  const pictures = useMemo(() => (shown ? outcomePictures(shown) : []), [shown]);
  const nameOfId = (id: string): string => {
    const node = getOf(document, 'node', id);
    return node && node.profile?.name !== null ? nameOf(node) : shortAddress(id.slice(id.indexOf(':') + 1));
  };
  const title = ({ direction, method, starts }: TraceOutcome): string => {
    const [first = '', ...others] = starts.map(nameOfId);
    const from = others.length > 0 ? `${first} and ${others.length} more` : first;
    return `${direction === 'forward' ? 'Destination' : 'Source'} of funds, ${method}: ${from}`;
  };
  if (!shown) return null;
  return (
    <section aria-label="Auto-trace result">
      {outcomes.length > 1 ? (
        <NativeSelect
          label="Result"
          value={shown.id}
          options={outcomes.map((one) => ({ value: one.id, label: title(one) }))}
          onChange={(id) => setPicked({ id, after: latest })}
        />
      ) : (
        <p>{title(shown)}</p>
      )}
      {pictures.map((picture) => (
        <OutcomePicture
          key={`${shown.id} ${picture.asset.chain} ${picture.asset.contract}`}
          picture={picture}
          adds={shown.method !== 'poison'}
          nameOf={nameOfId}
          onChoose={onChoose}
          onTrace={onTrace}
        />
      ))}
    </section>
  );
}
