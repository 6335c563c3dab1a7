import { ArrowUp } from 'lucide-react';
import { useFormats } from '../../lib/people/formats-context.tsx';
import css from './NewRows.module.css';

/**
 * Button on the upper edge of a card that loads new rows of its list on demand: it takes no room, and rows don't move while the
 * user reads. Announced politely to screen readers.
 */
export function NewRows({ count, noun, onShow }: { count: number; noun: string; onShow: () => void }) {
  const { counted } = useFormats();
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className={css.pill} onClick={onShow}>
          <ArrowUp size={14} strokeWidth={1.8} aria-hidden="true" />
          {counted(count, `new ${noun}`)}
        </button>
      )}
    </div>
  );
}
