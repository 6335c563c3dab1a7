import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import css from './InfoTip.module.css';

/** An icon that explains something to those who point at it, focus it, or press it. */
export function InfoTip({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <Tooltip title={text} trigger={['hover', 'focus', 'click']}>
      <button type="button" className={css.tip} aria-label={`${label}: ${text}`}>
        {children}
      </button>
    </Tooltip>
  );
}
