import css from './CheckboxMatrix.module.css';
import { ScreenReaderText } from '../text/ScreenReaderText.tsx';
import { CheckBox } from './CheckBox.tsx';

/** Checkboxes in rows and columns; locked ones can't be changed. */
export function CheckboxMatrix<Row extends string, Column extends string>({
  label,
  columns,
  rows,
  onChange,
}: {
  label: string;
  columns: readonly { key: Column; name: string }[];
  rows: readonly {
    key: Row;
    name: string;
    text: string;
    checked: Readonly<Record<Column, boolean>>;
    locked: Readonly<Record<Column, boolean>>;
  }[];
  onChange: (row: Row, column: Column, checked: boolean) => void;
}) {
  return (
    <table className={css.grid} aria-label={label}>
      <thead>
        <tr>
          <td>
            <ScreenReaderText>Event</ScreenReaderText>
          </td>
          {columns.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name}
              <span className={css.text}>{row.text}</span>
            </th>
            {columns.map(({ key, name }) => (
              <td key={key}>
                <CheckBox
                  bare
                  label={`${row.name}: ${name}`}
                  checked={row.checked[key]}
                  disabled={row.locked[key]}
                  onChange={(checked) => onChange(row.key, key, checked)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
