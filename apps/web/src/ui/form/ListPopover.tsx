import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components';
import css from './ListPopover.module.css';

export interface ListOption {
  /** Unique value among the options. */
  value: string;
  label: string;
}

/** The options of a field, in a popover. Without `options`, those of the field itself. */
export function ListPopover({
  options,
  empty,
}: {
  options?: readonly ListOption[];
  /** Shown if there are no options. */
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
