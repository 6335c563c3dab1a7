import { type CanvasNode } from '@hopscope/canvas';
import { flowTraceLimits, type OwnerEvidence } from '@hopscope/contract';
import { shortAddress } from '@hopscope/domain';
import { CircleAlert } from 'lucide-react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { useSameOwners } from '../../api/questions.ts';
import { titleOf } from '../../model/node-words.ts';
import css from './SidePanel.module.css';

function evidenceText(evidence: OwnerEvidence): string {
  switch (evidence.kind) {
    case 'cluster':
      return `One co-spend cluster of ${evidence.addresses} addresses`;
    case 'co_spend':
      return `Both paid in ${evidence.count === 1 ? '1 transaction' : `${evidence.count} transactions`}`;
    case 'deposit':
      return `Both pass on what they get to ${shortAddress(evidence.wallet)}`;
    case 'entity':
      return `The directory says ${evidence.entity.name} for both`;
  }
}

/** What says that chosen addresses have one owner. */
export function OwnersPanel({ nodes }: { nodes: readonly CanvasNode[] }) {
  const ask = useSameOwners();
  const asked = nodes.flatMap(({ address }) => address ?? []).slice(0, flowTraceLimits.owners);
  const names = new Map(nodes.map((node) => [node.address, titleOf(node)]));
  const name = (address: string): string => names.get(address) ?? shortAddress(address);
  return (
    <>
      <p className={css.quiet}>
        Choose two or more addresses (with Shift, or in a frame); evidence is asked for each pair.
      </p>
      <Button
        disabled={asked.length < 2}
        loading={ask.isPending}
        onClick={() => ask.mutate(asked)}
      >{`Compare ${asked.length} addresses`}</Button>
      {ask.error && (
        <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
          {toApiError(ask.error).message}
        </Notice>
      )}
      {ask.data && (
        <div role="status">
          {ask.data.pairs.length === 0 && (
            <p>Nothing says that two of them have one owner. That says nothing about their owners.</p>
          )}
          <ul className={css.list}>
            {ask.data.pairs.map(({ a, b, evidence }) => (
              <li key={`${a} ${b}`}>
                <b>
                  {name(a)} and {name(b)}
                </b>
                <ul>
                  {evidence.map((each) => (
                    <li key={each.kind}>{evidenceText(each)}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
