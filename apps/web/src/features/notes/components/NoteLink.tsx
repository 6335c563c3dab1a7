import type { Note } from '@hopscope/contract';
import { shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { noteLink } from '../model/subject.ts';

/** Link to the subject of a note; empty for general notes. */
export function NoteLink({ note }: { note: Note }) {
  const place = noteLink(note);
  if (place === undefined) return null;
  return place.kind === 'transaction' ? (
    <Link
      to="/home/block-explorer/transaction/$txid"
      params={{ txid: place.txid }}
      search={{ notes: true }}
      title={place.txid}
    >
      Transaction {shorten(place.txid)}
    </Link>
  ) : (
    <Link
      to="/home/block-explorer/address/$address"
      params={{ address: place.address }}
      search={{ notes: true }}
      title={place.address}
    >
      Address {shorten(place.address)}
    </Link>
  );
}
