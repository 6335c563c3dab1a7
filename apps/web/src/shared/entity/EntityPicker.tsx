import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { ComboBox, Group } from 'react-aria-components';
import { useEntities } from '../../lib/directory/use-entities.ts';
import { useEntitySearch } from '../../lib/directory/use-entity-search.ts';
import css from '../../ui/form/Control.module.css';
import { FieldFrame, fieldProps } from '../../ui/form/FieldFrame.tsx';
import { ListPopover } from '../../ui/form/ListPopover.tsx';
import { SearchInput } from '../../ui/form/SearchInput.tsx';

const shown = 20;

/** Selects an entity of the directory by name; undefined for none. */
export function EntityPicker({
  label,
  value,
  onChange,
}: {
  label: string;
  /** ID of the entity. */
  value: string | undefined;
  onChange: (entityId: string | undefined) => void;
}) {
  /** undefined while nobody types: the field shows the selected name. */
  const [typed, setTyped] = useState<string>();
  const { data: entities } = useEntities();
  const { search } = useEntitySearch();
  const named = entities?.find(({ entity_id }) => entity_id === value);
  const found =
    typed === undefined || typed.trim() === ''
      ? (entities ?? [])
      : (search?.find(typed).map(({ entity }) => entity) ?? []);
  const options = found.slice(0, shown);
  const missing = named && !options.some(({ entity_id }) => entity_id === value) ? [named] : [];
  return (
    <ComboBox
      {...fieldProps({ label })}
      menuTrigger="focus"
      allowsEmptyCollection
      items={[...missing, ...options].map((each) => ({ value: each.entity_id, label: each.proper_name }))}
      value={value ?? null}
      inputValue={typed ?? named?.proper_name ?? ''}
      onInputChange={setTyped}
      onChange={(next) => {
        setTyped(undefined);
        onChange(next === null ? undefined : String(next));
      }}
      onBlur={() => setTyped(undefined)}
    >
      <FieldFrame label={label}>
        <Group role="presentation" className={css.control ?? ''}>
          <SearchInput placeholder="Any" />
          {value === undefined ? (
            <ChevronDown size={14} strokeWidth={1.8} aria-hidden="true" />
          ) : (
            <button
              type="button"
              className={css.inner}
              aria-label={`Clear ${label}`}
              onClick={() => onChange(undefined)}
            >
              <X size={14} strokeWidth={1.8} aria-hidden="true" />
            </button>
          )}
        </Group>
      </FieldFrame>
      <ListPopover empty={search ? 'No matches' : 'Loading...'} />
    </ComboBox>
  );
}
