import { TriangleAlert } from 'lucide-react';
import { ScreenReaderText } from '../../../ui/text/ScreenReaderText.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import type { Warning } from '../model/text/warnings.ts';

/** A tag with a reason, shown on hover and read by screen readers. */
export function WarningTag({ warning: { name, reason } }: { warning: Warning }) {
  return (
    <Tag tone="orange" title={reason}>
      <TriangleAlert size={12} strokeWidth={1.8} aria-hidden="true" />
      {name}
      <ScreenReaderText>: {reason}</ScreenReaderText>
    </Tag>
  );
}
