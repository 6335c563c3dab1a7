import { type ReactNode, useState } from 'react';
import { usePhone } from '../../lib/browser/use-media.ts';
import { Button } from '../button/Button.tsx';
import css from './FilterBar.module.css';

/**
 * Filters of a table in one row: selections apply at once, text on Enter or when its field loses the focus. Collapsed on phones,
 * where each filter has its label above.
 */
export function FilterBar({
  filtered,
  onApply,
  onReset,
  children,
}: {
  filtered: boolean;
  /** Applies the typed text. */
  onApply: () => void;
  onReset: () => void;
  children: ReactNode;
}) {
  const phone = usePhone();
  const [unfolded, setUnfolded] = useState(false);
  return (
    <div className={css.place}>
      {phone && (
        <Button onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? 'Hide filters' : filtered ? 'Filters (active)' : 'Filters'}
        </Button>
      )}
      {(!phone || unfolded) && (
        <form
          className={css.bar}
          aria-label="Filters"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onApply();
          }}
          onBlur={(event) => {
            if (event.target instanceof HTMLInputElement) onApply();
          }}
        >
          {children}
          {/* Enter in a field submits the form only if it has a button for it. */}
          <button type="submit" hidden />
          {filtered && (
            <Button kind="quiet" onClick={onReset}>
              Reset
            </Button>
          )}
        </form>
      )}
    </div>
  );
}
