import { ArrowUp } from 'lucide-react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import css from './NewRows.module.css';

/**
 * Says above a list that it has new rows, which come in when they are asked for: what somebody reads must not move away.
 * Screen readers hear it in their own time.
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
