import { ChevronLeft } from 'lucide-react';
import css from './BackLink.module.css';

/** Link back to the previous step. */
export function BackLink({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={css.back} onClick={onClick}>
      <ChevronLeft size={14} aria-hidden="true" />
      Back
    </button>
  );
}
