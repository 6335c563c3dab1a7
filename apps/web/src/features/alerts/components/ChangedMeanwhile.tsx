import { TriangleAlert } from 'lucide-react';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';

/** Notice that the edited item has changed meanwhile; nothing is overwritten. */
export function ChangedMeanwhile({ onShow }: { onShow: () => void }) {
  return (
    <Notice kind="warning" icon={<TriangleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
      Someone else changed this configuration.{' '}
      <TextButton onClick={onShow}>Show the current version</TextButton>
    </Notice>
  );
}
