import { Users } from 'lucide-react';
import { Notice } from '../../../../ui/feedback/Notice.tsx';

/** In a form that was refused because somebody else was faster: what is typed stays. */
export function ChangedNotice({ shown, what }: { shown: boolean; what?: string }) {
  if (!shown) return null;
  return (
    <div role="alert">
      <Notice kind="warning" icon={<Users size={16} strokeWidth={1.6} aria-hidden="true" />}>
        Somebody else has changed this case meanwhile. Nothing has been overwritten, and what you typed is
        kept. {what ?? 'Look at the case as it is now, and send again if it still holds.'}
      </Notice>
    </div>
  );
}
