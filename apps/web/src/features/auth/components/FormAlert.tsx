import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '../../../ui/feedback/Notice.tsx';

/** An error above the submit button. */
export function FormAlert({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
      <b>{title}</b>
      {children && <div>{children}</div>}
    </Notice>
  );
}
