import { categories } from '@hopscope/risk';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import css from '../dialogs/ExpandDialog.module.css';

const options: readonly (readonly [id: string, name: string])[] = [
  ['none', 'Not in the directory'],
  ...Object.entries(categories)
    .map(([id, { name }]) => [id, name] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b)),
];

/** Collapsible filter by counterparty category; any counterparty if none is selected. */
export function CategoryChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { count } = useFormats();
  const [open, setOpen] = useState(false);
  const names = options.filter(([id]) => chosen.includes(id)).map(([, name]) => name);
  const label = names.length > 3 ? `${count(names.length)} categories` : names.join(', ');
  return (
    <div className={css.categories}>
      <div className={css.chosen}>
        <span>
          Counterparty: <b>{label || 'any category'}</b>
        </span>
        <TextButton expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide categories' : 'Select categories'}
        </TextButton>
        {chosen.length > 0 && <TextButton onClick={() => onChange([])}>Any category</TextButton>}
      </div>
      {open && (
        <fieldset className={css.boxes} aria-label="Counterparty categories">
          {options.map(([id, name]) => (
            <CheckBox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
