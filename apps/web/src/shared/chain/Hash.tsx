import { prefixLength, shorten } from '@hopscope/domain';
import type { ReactNode } from 'react';
import { useSmallScreen } from '../../lib/browser/use-media.ts';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import css from './Hash.module.css';
import { ScreenReaderText } from '../../ui/text/ScreenReaderText.tsx';

/** Wraps the text in a link; the page knows the URL, this component doesn't. */
type LinkWrapper = (content: ReactNode) => ReactNode;

export interface HashProps {
  value: string;
  /** `address`, `transaction hash`, `block hash`, …: for the copy button and its message. */
  what: string;
  /** `short` for tables, `medium` with more room, `full` in headers; one step shorter on screens under 1080 px. */
  length?: 'short' | 'medium' | 'full';
  link?: LinkWrapper;
  /** Without a copy button. */
  plain?: boolean;
}

const shorterOf = { full: 'medium', medium: 'short', short: 'short' } as const;

function shown(value: string, length: 'short' | 'medium'): string {
  const head = prefixLength(value) + (length === 'short' ? 4 : 8);
  return shorten(value, Math.max(head, length === 'short' ? 6 : 10), length === 'short' ? 4 : 8);
}

/** A hash or address: monospaced, both ends readable; the full value is in the title, for copying and for screen readers. */
export function Hash({ value, what, length: wanted = 'short', link, plain = false }: HashProps) {
  const small = useSmallScreen();
  const length = small ? shorterOf[wanted] : wanted;
  const content =
    length === 'full' ? (
      <span className={css.full}>{value}</span>
    ) : (
      <span className={css.short}>
        <span aria-hidden="true">{shown(value, length)}</span>
        <ScreenReaderText>{value}</ScreenReaderText>
      </span>
    );
  return (
    <span className={css.hash} title={length === 'full' ? undefined : value}>
      {link ? link(content) : content}
      {!plain && <CopyButton text={value} what={what} quiet={length !== 'full'} />}
    </span>
  );
}
