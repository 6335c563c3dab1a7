import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components';
import css from './ListPopover.module.css';

export interface ListOption {
  /** Tells it from the others. */
  value: string;
  label: string;
  /** Said beside the label, dimmed. */
  detail?: string;
}

/** The options of a field, over the page below it. Without `options`, those that the field itself was given. */
export function ListPopover({
  options,
  empty,
  mono = false,
}: {
  options?: readonly ListOption[];
  /** Instead of options, where there are none. */
  empty?: ReactNode;
  mono?: boolean;
}) {
  return (
    <Popover className={css.popover ?? ''} offset={4}>
      <ListBox<ListOption>
        className={css.list ?? ''}
        {...(options && { items: options })}
        renderEmptyState={() => <p className={css.empty}>{empty}</p>}
      >
        {({ value, label, detail }) => (
          <ListBoxItem id={value} textValue={label} className={css.option ?? ''}>
            {({ isSelected }) => (
              <>
                <span className={mono ? css.mono : undefined}>{label}</span>
                {detail !== undefined && <span className={css.detail}>{detail}</span>}
                {isSelected && <Check className={css.check} size={14} strokeWidth={1.8} aria-hidden="true" />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
