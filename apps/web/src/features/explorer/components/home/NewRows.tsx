import { ArrowUp } from 'lucide-react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import css from './NewRows.module.css';

/**
 * Button above a list that loads new rows on demand, so that rows don't move while the user reads. Announced politely to
 * screen readers.
 */
export function NewRows({ count, noun, onShow }: { count: number; noun: string; onShow: () => void }) {
  const { counted } = useFormats();
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className={css.bar} onClick={onShow}>
          <ArrowUp size={14} strokeWidth={1.8} aria-hidden="true" />
          {counted(count, `new ${noun}`)}
        </button>
      )}
    </div>
  );
}
