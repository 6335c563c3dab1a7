import { type CanvasNode } from '@hopscope/canvas';
import { flowTraceLimits, type OwnerEvidence } from '@hopscope/contract';
import { shortAddress, plural } from '@hopscope/domain';
import { CircleAlert } from 'lucide-react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { useSameOwners } from '../../api/questions.ts';
import { titleOf } from '../../model/node-labels.ts';
import css from './SidePanel.module.css';

function evidenceText(evidence: OwnerEvidence): string {
  switch (evidence.kind) {
    case 'cluster':
      return `Same co-spend cluster (${evidence.addresses} addresses)`;
    case 'co_spend':
      return `Both are inputs in ${evidence.count} ${plural(evidence.count, 'transaction')}`;
    case 'deposit':
      return `Both forward deposits to ${shortAddress(evidence.wallet)}`;
    case 'entity':
      return `Both attributed to ${evidence.entity.name}`;
  }
}

/** Panel with evidence that selected addresses have a common owner. */
export function OwnersPanel({ nodes }: { nodes: readonly CanvasNode[] }) {
  const ask = useSameOwners();
  const asked = nodes.flatMap(({ address }) => address ?? []).slice(0, flowTraceLimits.owners);
  const names = new Map(nodes.map((node) => [node.address, titleOf(node)]));
  const name = (address: string): string => names.get(address) ?? shortAddress(address);
  return (
    <>
      <p className={css.quiet}>
        Select two or more addresses with Shift or a selection frame. Each pair is checked for evidence of a
        common owner.
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
            <p>No evidence of a common owner. This does not rule out a common owner.</p>
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
