import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { SelectField, type SelectOption } from '../../../ui/form/SelectField.tsx';
import css from './Filters.module.css';

/** Delay before typed text is written to the URL, in milliseconds. */
const pauseMs = 300;

/** Returns the text of a search that filters at once and is written to the URL with a delay. */
export function useSearchText(
  inBar: string | undefined,
  onSettled: (text: string | undefined) => void,
): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(inBar ?? '');
  const settled = useDebouncedValue(text, pauseMs);
  const reported = useRef(text);
  useEffect(() => {
    if (settled !== text || settled === reported.current) return;
    reported.current = settled;
    onSettled(settled === '' ? undefined : settled);
  }, [settled]);
  useEffect(() => {
    // The text was changed by a link or the browser's history.
    if ((inBar ?? '') === reported.current) return;
    reported.current = inBar ?? '';
    setText(reported.current);
  }, [inBar]);
  return [text, setText];
}

export interface Choice {
  label: string;
  value: string | undefined;
  all: string;
  options: readonly SelectOption<string>[];
  onChange: (value: string | undefined) => void;
}

/** A search field and selects side by side; each select has an option for all. */
export function Filters({
  placeholder,
  text,
  onText,
  choices,
  children,
}: {
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  choices: readonly Choice[];
  children?: ReactNode;
}) {
  return (
    <div className={css.filters}>
      <div className={css.search}>
        <Field
          label="Search"
          name="search"
          size="middle"
          optional
          maxLength={100}
          placeholder={placeholder}
          value={text}
          onChange={onText}
        />
      </div>
      {choices.map(({ label, value, all, options, onChange }) => (
        <SelectField
          key={label}
          label={label}
          value={options.some((option) => option.value === value) ? value : 'all'}
          options={[{ value: 'all', label: all }, ...options]}
          onChange={(next) => onChange(next === 'all' ? undefined : next)}
        />
      ))}
      {children}
    </div>
  );
}
