import { CircleHelp, Lightbulb, Network, PencilRuler, Route, ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Options } from '../../../../ui/layout/Options.tsx';
import type { Chain } from '../../model/read-address.ts';
import { AddressField } from '../panels/AddressField.tsx';
import css from './EmptyCanvas.module.css';

const features = [
  {
    icon: Network,
    name: 'Follow transfers',
    text: 'Expand an address by the transactions you choose; sums are exact and open into each UTXO.',
  },
  {
    icon: Route,
    name: 'Auto-trace and paths',
    text: 'Until services, mixers or unspent outputs, each stop with its reason; or the way from A to B.',
  },
  {
    icon: ShieldQuestionMark,
    name: 'Risk at every stop',
    text: 'A ring and a number on each address; a dotted ring where nothing is known.',
  },
  {
    icon: PencilRuler,
    name: 'Draw and hand over',
    text: 'Notes, shapes and layouts; everything can be undone, exported and opened again.',
  },
] as const;

/** What FlowTrace is there for, before anything is on the canvas. */
export function EmptyCanvas({
  onTrace,
  onTutorial,
  onImport,
  children,
}: {
  onTrace: (chain: Chain, address: string) => void;
  onTutorial: () => void;
  onImport: () => void;
  /** Canvases that are there already. */
  children?: ReactNode;
}) {
  return (
    <div className={css.empty}>
      <EmptyState title="Trace where money came from and went">
        Start with an address of either chain. It comes onto the canvas, and from there you go on hop by hop.
      </EmptyState>
      <AddressField large autoFocus onTrace={onTrace} />
      <div className={css.features}>
        <Options options={features} />
      </div>
      <p className={css.tip}>
        <Lightbulb size={14} strokeWidth={1.8} aria-hidden="true" />
        <span>
          <b>Tip:</b> begin with the address that you know least about, and expand only the largest transfers
          first.
        </span>
      </p>
      <div className={css.actions}>
        <Button icon={<CircleHelp size={14} strokeWidth={1.8} aria-hidden="true" />} onClick={onTutorial}>
          Tutorial
        </Button>
        <Button onClick={onImport}>Import a file</Button>
      </div>
      {children}
    </div>
  );
}
