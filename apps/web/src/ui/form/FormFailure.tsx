import { CircleAlert } from 'lucide-react';
import { Notice } from '../feedback/Notice.tsx';

/** Why a form was refused, above its buttons; nothing without a text. */
export function FormFailure({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
      {text}
    </Notice>
  );
}
