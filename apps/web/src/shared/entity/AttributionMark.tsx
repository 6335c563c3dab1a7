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

/** How an address came to an entity: solid, dashed and dotted, each with its icon and word. */
export function AttributionMark({
  kind,
  confidence,
  small = false,
}: {
  kind: AttributionKind;
  confidence?: number;
  /** Icon alone, the word for screen readers and in the title: inside of dense rows. */
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
