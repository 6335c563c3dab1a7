import type { AttributionKind } from '@hopscope/contract';
import { CircleCheck, Lightbulb, type LucideIcon, Network } from 'lucide-react';
import css from './AttributionMark.module.css';
import { ScreenReaderText } from '../../ui/text/ScreenReaderText.tsx';

const marks: Record<AttributionKind, { icon: LucideIcon; word: string; why: string }> = {
  direct: { icon: CircleCheck, word: 'Direct', why: 'A source attributes this address.' },
  derived: { icon: Lightbulb, word: 'Derived', why: 'A rule attributes this address by its behavior.' },
  inherited: {
    icon: Network,
    word: 'Inherited',
    why: 'Spent together with addresses that a source names.',
  },
};

/** Type of attribution of an address to an entity: solid, dashed, or dotted, each with icon and label. */
export function AttributionMark({
  kind,
  confidence,
  small = false,
}: {
  kind: AttributionKind;
  confidence?: number;
  /** Only the icon, with the label for screen readers and in the title: for dense rows. */
  small?: boolean;
}) {
  const { icon: Icon, word, why } = marks[kind];
  return (
    <span
      className={`${css.mark} ${css[kind]} ${small ? css.small : ''}`}
      title={small ? `${word}: ${why}` : why}
    >
      <Icon size={12} strokeWidth={1.8} aria-hidden="true" />
      {small ? <ScreenReaderText>{word}</ScreenReaderText> : word}
      {confidence !== undefined && ` ${confidence}%`}
    </span>
  );
}
