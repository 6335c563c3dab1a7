import type { Coverage } from '@hopscope/contract';
import { CircleCheck, CircleDashed, CircleOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { coverageText } from '../../lib/text/coverage-text.ts';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { Notice, type NoticeKind } from '../../ui/feedback/Notice.tsx';
import css from './Coverage.module.css';

const views: Record<Coverage['kind'], { kind: NoticeKind; icon: LucideIcon }> = {
  complete: { kind: 'known', icon: CircleCheck },
  range: { kind: 'part', icon: CircleDashed },
  empty: { kind: 'none', icon: CircleOff },
  address: { kind: 'part', icon: CircleDashed },
};

/** Notice of an answer's coverage; `children` describe the consequences for this page. */
export function CoverageNotice({ coverage, children }: { coverage: Coverage; children?: ReactNode }) {
  const formats = useFormats();
  const { kind, icon: Icon } = views[coverage.kind];
  return (
    <Notice kind={kind} icon={<Icon size={16} strokeWidth={1.6} aria-hidden="true" />}>
      <b>{coverageText(coverage, formats)}.</b> {children}
    </Notice>
  );
}

/** Coverage in one line, for the footer of a table. */
export function CoverageLine({ coverage }: { coverage: Coverage }) {
  const formats = useFormats();
  const { icon: Icon } = views[coverage.kind];
  return (
    <span className={css.line}>
      <Icon size={13} strokeWidth={1.8} aria-hidden="true" />
      {coverageText(coverage, formats)}
    </span>
  );
}
