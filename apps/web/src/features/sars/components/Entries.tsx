import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { valueAt } from '../model/content-path.ts';
import { Place, useSarForm } from './sar-form.tsx';
import css from './Sars.module.css';

/** Lowercases a noun inside a sentence; keeps abbreviations. */
const lower = (noun: string): string => (/^[A-Z]{2}/.test(noun) ? noun : noun.toLowerCase());

/** Entries of a list, with buttons to add and remove them. */
export function Entries({
  path,
  noun,
  made,
  most,
  children,
}: {
  path: string;
  /** Noun of an entry, such as `Subject`. */
  noun: string;
  made: () => object;
  most: number;
  children: (at: string) => ReactNode;
}) {
  const { root, problems, shows, reads, change } = useSarForm();
  const given = valueAt(root, path);
  const entries: readonly unknown[] = Array.isArray(given) ? given : [];
  if (reads && entries.length === 0) return <p className={css.none}>None</p>;
  const problem = problems.find((each) => each.path === path);
  return (
    <Place path={path}>
      <div className={css.entries}>
        {entries.map((_, index) => (
          // Entries have no ID; new ones are only added at the end.
          <fieldset key={`${path}.${String(index)}`} className={css.entry}>
            <legend className={css.legend}>
              {noun} {index + 1}
            </legend>
            {!reads && (
              <span className={css.remove}>
                <IconButton
                  label={`Remove ${lower(noun)} ${String(index + 1)}`}
                  onClick={() =>
                    change(
                      path,
                      entries.filter((_each, at) => at !== index),
                    )
                  }
                >
                  <Trash2 size={15} strokeWidth={1.6} aria-hidden="true" />
                </IconButton>
              </span>
            )}
            {children(`${path}.${String(index)}`)}
          </fieldset>
        ))}
        <FormFailure text={shows && entries.length === 0 ? problem?.message : undefined} />
        {!reads && entries.length < most && (
          <span>
            <Button
              size="small"
              icon={<Plus size={14} aria-hidden="true" />}
              onClick={() => change(path, [...entries, made()])}
            >
              Add {lower(noun)}
            </Button>
          </span>
        )}
      </div>
    </Place>
  );
}
