import { CircleAlert } from 'lucide-react';
import { Notice } from '../feedback/Notice.tsx';

/** Error of a refused form, above its buttons; empty without a text. */
export function FormFailure({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
      {text}
    </Notice>
  );
}
