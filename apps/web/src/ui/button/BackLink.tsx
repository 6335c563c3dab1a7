import { ChevronLeft } from 'lucide-react';
import css from './BackLink.module.css';

/** Back to the step before. */
export function BackLink({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={css.back} onClick={onClick}>
      <ChevronLeft size={14} aria-hidden="true" />
      Back
    </button>
  );
}
