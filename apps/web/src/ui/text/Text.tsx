import type { ReactNode } from 'react';
import css from './Text.module.css';

export interface TextProps {
  /** `1` main, `2` secondary, `3` label. */
  tone?: 1 | 2 | 3;
  size?: 12 | 13 | 14;
  mono?: boolean;
  nowrap?: boolean;
  /** Dashed underline: partly known or unknown (never zero). */
  unknown?: boolean;
  title?: string | undefined;
  children: ReactNode;
}

/** Inline text in one of the few tones and sizes, with tabular figures. */
export function Text({ tone = 1, size, mono, nowrap, unknown, title, children }: TextProps) {
  const classes = [
    css.text,
    css[`tone${tone}`],
    size && css[`size${size}`],
    mono && css.mono,
    nowrap && css.nowrap,
    unknown && css.unknown,
  ];
  return (
    <span className={classes.filter(Boolean).join(' ')} title={title}>
      {children}
    </span>
  );
}
