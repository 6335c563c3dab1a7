import { Users } from 'lucide-react';
import { Notice } from '../../../../ui/feedback/Notice.tsx';

/** Notice in a form that was refused because of a concurrent change; typed values are kept. */
export function ChangedNotice({ shown, what }: { shown: boolean; what?: string }) {
  if (!shown) return null;
  return (
    <div role="alert">
      <Notice kind="warning" icon={<Users size={16} strokeWidth={1.6} aria-hidden="true" />}>
        Someone else changed this case. Nothing was overwritten, and your input is kept.{' '}
        {what ?? 'Review the current version, then send again.'}
      </Notice>
    </div>
  );
}
