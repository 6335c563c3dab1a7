import { Select } from 'antd';
import { useId, useState } from 'react';
import { useEntities } from '../lib/directory/use-entities.ts';
import { useEntitySearch } from '../lib/directory/use-entity-search.ts';
import { AntTheme } from './ant-theme/AntTheme.tsx';
import css from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';

const shown = 20;

/** An entity of the directory, found by its name; undefined for none. */
export function EntityPicker({
  label,
  value,
  onChange,
}: {
  label: string;
  /** Id of the entity. */
  value: string | undefined;
  onChange: (entityId: string | undefined) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const { data: entities } = useEntities();
  const { search } = useEntitySearch();
  const named = entities?.find(({ entity_id }) => entity_id === value);
  const found =
    typed.trim() === '' ? (entities ?? []) : (search?.find(typed).map(({ entity }) => entity) ?? []);
  const options = found.slice(0, shown);
  const missing = named && !options.some(({ entity_id }) => entity_id === value) ? [named] : [];
  return (
    <FieldFrame id={id} label={label}>
      <AntTheme>
        <Select
          id={id}
          className={css.select ?? ''}
          value={value ?? null}
          placeholder="Any"
          allowClear
          showSearch={{ filterOption: false, onSearch: setTyped }}
          notFoundContent={search ? 'No matches' : 'Loading...'}
          options={[...missing, ...options].map(({ entity_id, proper_name }) => ({
            value: entity_id,
            label: proper_name,
          }))}
          onChange={(next: string | null | undefined) => onChange(next ?? undefined)}
        />
      </AntTheme>
    </FieldFrame>
  );
}
