import type { EntityListItem, Note } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { NotebookPen } from 'lucide-react';
import type { NameMatches } from '../../../../lib/search/use-name-matches.ts';
import { EntityLogo } from '../../../../shared/entity/EntityLogo.tsx';
import { EntityTypeTag } from '../../../../shared/entity/EntityTypeTag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import css from './SearchMatches.module.css';

function EntityMatch({ entity }: { entity: EntityListItem }) {
  return (
    <Link to="/home/blockham" search={{ entity: entity.entity_id }} className={css.match}>
      <EntityLogo entity={entity} />
      <span className={css.name}>{entity.proper_name}</span>
      <EntityTypeTag type={entity.entity_type} kind={entity.fallback_logo} />
    </Link>
  );
}

function NoteMatch({ note }: { note: Note }) {
  const content = (
    <>
      <NotebookPen size={16} strokeWidth={1.6} aria-hidden="true" />
      <span className={css.name}>{note.content}</span>
      <Text tone={3} size={12} nowrap>
        Note by {note.creatorName}
      </Text>
    </>
  );
  const search = { notes: true } as const;
  if (note.address !== null) {
    return (
      <Link
        to="/home/block-explorer/address/$address"
        params={{ address: note.address }}
        search={search}
        className={css.match}
      >
        {content}
      </Link>
    );
  }
  if (note.transactionId !== null) {
    return (
      <Link
        to="/home/block-explorer/transaction/$txid"
        params={{ txid: note.transactionId }}
        search={search}
        className={css.match}
      >
        {content}
      </Link>
    );
  }
  return (
    <Link to="/home/settings/organization/notes" className={css.match}>
      {content}
    </Link>
  );
}

/** Entities and notes that match the search text. */
export function SearchMatches({ matches, onFollow }: { matches: NameMatches; onFollow: () => void }) {
  const { entities, notes, failures } = matches;
  if (entities.length + notes.length + failures.length === 0) return null;
  return (
    <div className={css.matches} onClick={onFollow} role="presentation">
      {entities.map((entity) => (
        <EntityMatch key={entity.entity_id} entity={entity} />
      ))}
      {notes.map((note) => (
        <NoteMatch key={note._id} note={note} />
      ))}
      {failures.map((failure) => (
        <p key={failure} role="alert">
          {failure}
        </p>
      ))}
    </div>
  );
}
