import { entitySearchDebounceMs, entitySearchUrlDelayMs, texts } from '@hopscope/contract';
import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Combobox } from '../../../ui/form/Combobox.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useEntitySearch } from '../../../lib/directory/use-entity-search.ts';
import { EntityOption } from './EntityOption.tsx';

/**
 * Search of the directory: results 300 ms after typing, 100 ms after the URL named a search. The search text is written
 * to the URL.
 */
export function EntitySearchBox({
  searched,
  onSearch,
  onPick,
}: {
  /** Search text in the URL. */
  searched: string;
  onSearch: (text: string) => void;
  onPick: (entityId: string) => void;
}) {
  const { counted } = useFormats();
  const { search, count, error, refetch } = useEntitySearch();
  const [text, setText] = useState(searched);
  const [asked, setAsked] = useState('');
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Text that this field itself wrote to the URL. */
  const reported = useRef('');
  const matches = search && asked !== '' ? search.find(asked) : [];

  function run(value: string) {
    clearTimeout(timer.current);
    reported.current = value;
    setAsked(value);
    setOpen(value.trim() !== '');
  }
  const latest = useRef(run);
  latest.current = run;

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (searched === reported.current) return undefined;
    setText(searched);
    const delay = setTimeout(() => latest.current(searched), entitySearchUrlDelayMs);
    return () => clearTimeout(delay);
  }, [searched]);

  function type(value: string) {
    setText(value);
    clearTimeout(timer.current);
    if (value === '') {
      run('');
      onSearch('');
      return;
    }
    timer.current = setTimeout(() => {
      run(value);
      onSearch(value);
    }, entitySearchDebounceMs);
  }

  function pick(entityId: string) {
    clearTimeout(timer.current);
    setOpen(false);
    setText('');
    setAsked('');
    reported.current = '';
    onPick(entityId);
  }

  /** Handles Enter before the delay is over: searches for the current text, opens a single match, and shows several ones. */
  function enter() {
    if (text.trim() === '') return;
    const [first, second] = search ? search.find(text) : [];
    if (first && !second) {
      pick(first.entity.entity_id);
      return;
    }
    run(text);
    onSearch(text);
  }

  return (
    <Combobox
      label="Search entities"
      placeholder="Name, alias, ticker, website, country, or tag"
      value={text}
      open={open}
      busy={open && search === undefined && error === null}
      options={matches}
      optionKey={({ entity }) => entity.entity_id}
      optionText={({ entity }) => entity.proper_name}
      render={(match) => <EntityOption match={match} />}
      foot={
        search ? (
          matches.length > 0 ? (
            `${counted(matches.length, 'match', 'matches')} of ${counted(count ?? 0, 'entity', 'entities')} · ↑ ↓ to move, Enter to open`
          ) : (
            `No match for “${asked.trim()}” in ${counted(count ?? 0, 'entity', 'entities')}`
          )
        ) : error ? (
          <span role="alert">
            {failureMessage(error, texts.entitiesFailed)}{' '}
            <TextButton onClick={() => void refetch()}>Retry</TextButton>
          </span>
        ) : (
          texts.loading
        )
      }
      onChange={type}
      onOpen={(next) => setOpen(next && text.trim() !== '')}
      onPick={({ entity }) => pick(entity.entity_id)}
      onEnter={enter}
    />
  );
}
