import css from './CheckBox.module.css';

/** A checkbox; the label is always accessible, and visible unless `bare` (in a table with a header). */
export function CheckBox({
  label,
  bare = false,
  checked,
  disabled = false,
  onChange,
}: {
  label: string;
  bare?: boolean;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className={css.label}>
      <input
        type="checkbox"
        className={css.box}
        checked={checked}
        disabled={disabled}
        {...(bare && { 'aria-label': label })}
        onChange={(event) => onChange(event.target.checked)}
      />
      {!bare && <span>{label}</span>}
    </label>
  );
}
