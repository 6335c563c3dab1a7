import { type Blockchain } from '@hopscope/domain';
import { CircleHelp, Lightbulb, Network, PencilRuler, Route, ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { FeatureList } from '../../../../ui/layout/FeatureList.tsx';
import { AddressField } from '../panels/AddressField.tsx';
import css from './EmptyCanvas.module.css';
import { StartPoints } from './StartPoints.tsx';

const features = [
  {
    icon: Network,
    name: 'Follow transfers',
    text: 'Expand an address by selected transactions. Totals are exact and can be split by UTXO.',
  },
  {
    icon: Route,
    name: 'Auto-trace and paths',
    text: 'Trace funds to services, mixers, or unspent outputs, or find a path between two addresses.',
  },
  {
    icon: ShieldQuestionMark,
    name: 'See risk on the canvas',
    text: 'Each address shows its risk score; a dotted ring means unknown.',
  },
  {
    icon: PencilRuler,
    name: 'Annotate and share',
    text: 'Add notes, shapes, and layouts. Undo any action, and export and import canvases.',
  },
] as const;

/** Start screen of an empty canvas: features and search. */
export function EmptyCanvas({
  onTrace,
  onTutorial,
  onImport,
  children,
}: {
  onTrace: (chain: Blockchain, address: string) => void;
  onTutorial: () => void;
  onImport: () => void;
  /** Existing canvases. */
  children?: ReactNode;
}) {
  return (
    <div className={css.empty}>
      <EmptyState title="Trace the flow of funds">
        Start with a Bitcoin or Ethereum address and follow its funds hop by hop.
      </EmptyState>
      <AddressField large autoFocus onTrace={onTrace} />
      <StartPoints onTrace={onTrace} />
      {children}
      <div className={css.features}>
        <FeatureList features={features} />
      </div>
      <p className={css.tip}>
        <Lightbulb size={14} strokeWidth={1.8} aria-hidden="true" />
        <span>
          <b>Tip:</b> start with the address you know least about, and expand the largest transfers first.
        </span>
      </p>
      <div className={css.actions}>
        <Button icon={<CircleHelp size={14} strokeWidth={1.8} aria-hidden="true" />} onClick={onTutorial}>
          Tutorial
        </Button>
        <Button onClick={onImport}>Import file</Button>
      </div>
    </div>
  );
}
