import { dayName } from '@hopscope/domain';
import { createContext, type ReactNode, useContext } from 'react';
import type { SarProblem } from '@hopscope/contract';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { valueAt } from '../model/content-path.ts';
import css from './Sars.module.css';

interface SarForm {
  readonly root: object;
  readonly problems: readonly SarProblem[];
  /** Fields show their problems; before, only the list of problems does. */
  readonly shows: boolean;
  /** The report is shown as a document: values instead of fields, and nothing for empty ones. */
  readonly reads: boolean;
  readonly change: (path: string, value: unknown) => void;
}

const Form = createContext<SarForm | null>(null);

export const SarFormProvider = Form.Provider;

export function useSarForm(): SarForm {
  const form = useContext(Form);
  if (!form) throw new Error('Fields of a report stand in its form');
  return form;
}

/** Returns the element ID of the field of a path. */
const placeOf = (path: string): string => `at-${path}`;

/** Scrolls to the field of a problem and focuses it. */
export function goToProblem(path: string): void {
  const names = path.split('.');
  for (let length = names.length; length > 0; length -= 1) {
    const place = document.getElementById(placeOf(names.slice(0, length).join('.')));
    if (!place) continue;
    place.scrollIntoView({ block: 'center' });
    place.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
    return;
  }
}

function useField(path: string) {
  const { root, problems, shows, reads, change } = useSarForm();
  const found = problems.find((each) => each.path === path || each.path.startsWith(`${path}.`));
  return {
    value: valueAt(root, path),
    error: shows ? found?.message : undefined,
    reads,
    change: (value: unknown) => change(path, value),
  };
}

/** Anchor of a part of the form, for links of problems. */
export function Place({ path, children }: { path: string; children: ReactNode }) {
  return <div id={placeOf(path)}>{children}</div>;
}

/** A value of a report as a document; nothing if it is empty. */
function Stated({ label, whole = false, text }: { label: string; whole?: boolean; text: string }) {
  if (text.trim() === '') return null;
  return (
    <dl className={whole ? `${css.stated} ${css.whole}` : css.stated}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </dl>
  );
}

const labelOf = (options: readonly { code: string; label: string }[], code: unknown): string =>
  options.find((option) => option.code === code)?.label ?? (typeof code === 'string' ? code : '');

interface Words {
  path: string;
  label: string;
  help?: string;
}

export function TextLine({
  path,
  label,
  help,
  date = false,
  max = 150,
  digits = false,
}: Words & { date?: boolean; max?: number; digits?: boolean }) {
  const { value, error, reads, change } = useField(path);
  const text = typeof value === 'string' ? value : '';
  if (reads) {
    const isDay = date && /^\d{4}-\d\d-\d\d$/.test(text);
    return <Stated label={label} text={isDay ? dayName(text) : text} />;
  }
  return (
    <Place path={path}>
      <Field
        label={label}
        name={path}
        size="middle"
        type={date ? 'date' : 'text'}
        {...(digits && { inputMode: 'numeric' as const })}
        maxLength={max}
        optional
        help={help}
        error={error}
        value={text}
        onChange={change}
      />
    </Place>
  );
}

export function TextBlock({ path, label, help, max, rows = 3 }: Words & { max: number; rows?: number }) {
  const { value, error, reads, change } = useField(path);
  const text = typeof value === 'string' ? value : '';
  if (reads) return <Stated label={label} whole text={text} />;
  return (
    <Place path={path}>
      <TextArea
        label={label}
        name={path}
        minRows={rows}
        maxLength={max}
        optional
        help={help}
        error={error}
        value={text}
        onChange={change}
      />
    </Place>
  );
}

/** A list of short texts, one per line. */
export function TextLines({ path, label, help = 'One per line' }: Words) {
  const { value, error, reads, change } = useField(path);
  const lines = Array.isArray(value) ? value.map(String) : [];
  if (reads) return <Stated label={label} text={lines.join('\n')} />;
  return (
    <Place path={path}>
      <TextArea
        label={label}
        name={path}
        minRows={1}
        maxLength={4_000}
        optional
        help={help}
        error={error}
        value={lines.join('\n')}
        onChange={(text) => change(text === '' ? [] : text.split(/\r?\n/))}
      />
    </Place>
  );
}

/** Value of the empty option, because `SelectField` has no empty value. */
const none = '-';

export function Choice({
  path,
  label,
  help,
  options,
}: Words & { options: readonly { code: string; label: string }[] }) {
  const { value, error, reads, change } = useField(path);
  if (reads) return <Stated label={label} text={labelOf(options, value)} />;
  const given = typeof value === 'string' && value !== '' ? value : none;
  return (
    <Place path={path}>
      <SelectField
        label={label}
        help={help}
        error={error}
        searchable={options.length > 12}
        value={given}
        options={[
          { value: none, label: 'Not chosen' },
          ...options.map(({ code, label: name }) => ({ value: code, label: name })),
        ]}
        onChange={(code) => change(code === none ? '' : code)}
      />
    </Place>
  );
}

/** A choice of one of a few values, always set. */
export function Kind({
  path,
  label,
  options,
}: Words & { options: readonly { code: string; label: string }[] }) {
  const { value, error, reads, change } = useField(path);
  if (reads) return <Stated label={label} text={labelOf(options, value)} />;
  return (
    <Place path={path}>
      <SelectField
        label={label}
        error={error}
        value={String(value)}
        options={options.map(({ code, label: name }) => ({ value: code, label: name }))}
        onChange={change}
      />
    </Place>
  );
}

export function Tick({ path, label }: Words) {
  const { value, reads, change } = useField(path);
  if (reads) return value === true ? <p className={css.ticked}>{label}</p> : null;
  return (
    <Place path={path}>
      <CheckBox label={label} checked={value === true} onChange={change} />
    </Place>
  );
}
