import { useContext } from 'react';
import { ComboBoxStateContext, Input } from 'react-aria-components';

/** The input of a filterable list: a press also opens the list, and typing replaces the selected text. */
export function SearchInput({ placeholder }: { placeholder?: string | undefined }) {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      {...(placeholder !== undefined && { placeholder })}
      onClick={() => state?.open(null, 'manual')}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
