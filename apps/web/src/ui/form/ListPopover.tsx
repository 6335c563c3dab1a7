import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components';
import css from './ListPopover.module.css';

export interface ListOption {
  /** Tells it from the others. */
  value: string;
  label: string;
}

/** The options of a field, over the page below it. Without `options`, those that the field itself was given. */
export function ListPopover({
  options,
  empty,
}: {
  options?: readonly ListOption[];
  /** Instead of options, where there are none. */
  empty: ReactNode;
}) {
  return (
    <Popover className={css.popover ?? ''} offset={4}>
      <ListBox<ListOption>
        className={css.list ?? ''}
        {...(options && { items: options })}
        renderEmptyState={() => <p className={css.empty}>{empty}</p>}
      >
        {({ value, label }) => (
          <ListBoxItem id={value} textValue={label} className={css.option ?? ''}>
            {({ isSelected }) => (
              <>
                <span>{label}</span>
                {isSelected && <Check className={css.check} size={14} strokeWidth={1.8} aria-hidden="true" />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
