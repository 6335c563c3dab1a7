import { useContext } from 'react';
import { ComboBoxStateContext, Input } from 'react-aria-components';

/** The input of a list that typing filters: the list opens when it is pressed, too, and typing replaces what was chosen. */
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
