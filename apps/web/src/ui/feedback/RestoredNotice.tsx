import { History } from 'lucide-react';
import { Notice } from './Notice.tsx';
import { TextButton } from '../button/TextButton.tsx';

/** Notice that a form contains an unsaved text from earlier. */
export function RestoredNotice({ shown, onDiscard }: { shown: boolean; onDiscard: () => void }) {
  if (!shown) return null;
  return (
    <Notice kind="known" icon={<History size={16} strokeWidth={1.6} aria-hidden="true" />}>
      Your unsaved changes were restored. <TextButton onClick={onDiscard}>Discard changes</TextButton>
    </Notice>
  );
}
