import { ArrowUp } from 'lucide-react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import css from './NewTransactions.module.css';

/** Notice above the table that there are new rows; they are added on request, so that rows don't move. */
export function NewTransactions({ count, onShow }: { count: number; onShow: () => void }) {
  const { counted } = useFormats();
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className={css.bar} onClick={onShow}>
          <ArrowUp size={14} strokeWidth={1.8} aria-hidden="true" />
          {counted(count, 'new transaction')}
        </button>
      )}
    </div>
  );
}
