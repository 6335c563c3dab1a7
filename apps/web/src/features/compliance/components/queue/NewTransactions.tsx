import { ArrowUp } from 'lucide-react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import css from './NewTransactions.module.css';

/** Says above the table that there are new rows; they come in when they are asked for, so that nothing jumps. */
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
