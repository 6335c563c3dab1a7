import type { MixerNoteView } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { mixerHeuristicLabels, mixerHeuristicReasons } from '../../model/text/ethereum-text.ts';
import { Folded } from '../Folded.tsx';
import { AddressLink, TransactionLink } from '../links.tsx';

type MixerLinkView = NonNullable<MixerNoteView['links']>[number];

function LinkRow({ link, leg }: { link: MixerLinkView; leg: MixerNoteView['leg'] }) {
  const { counted, count } = useFormats();
  const { heuristic, account, notes, last, measured } = link;
  return (
    <>
      <CallRow
        depth={1}
        end={<Tag title={mixerHeuristicReasons[heuristic]}>{mixerHeuristicLabels[heuristic]}</Tag>}
      >
        <AddressLink address={account} />
        <Text tone={3}>
          {counted(notes, leg === 'deposit' ? 'withdrawal' : 'deposit')}, the last one in{' '}
          <TransactionLink txid={last} />
        </Text>
      </CallRow>
      <CallRow depth={1}>
        <Text tone={3} size={12}>
          {measured
            ? `Right for ${count(measured.right)} of ${count(measured.of)} such links in demo networks`
            : 'How often such links are right has not been measured'}
        </Text>
      </CallRow>
    </>
  );
}

function anonymityText(
  { leg, unspent, links }: MixerNoteView,
  counted: (n: number, name: string) => string,
): string {
  if (links === null) return 'Not counted: this transaction has too many deposits or withdrawals';
  if (unspent === null)
    return 'How many deposits there were is unknown: the ledger begins later than the chain';
  return leg === 'deposit'
    ? `Joined ${counted(unspent, 'deposit')} that had not been withdrawn`
    : `From one of ${counted(unspent, 'deposit')} that had not been withdrawn`;
}

function linksText({ leg, links }: MixerNoteView): string {
  if (links === null) return 'Accounts on the other side were not looked for';
  if (links.length === 0) return 'No account on the other side stands out';
  return leg === 'deposit' ? 'May have been withdrawn by' : 'May have been deposited by';
}

function NoteRow({ note }: { note: MixerNoteView }) {
  const { counted } = useFormats();
  const { leg, pool, mixer, amount, account, relayer, links } = note;
  return (
    <CallTree label={leg === 'deposit' ? 'Deposit' : 'Withdrawal'}>
      <CallRow depth={0}>
        <Text>{leg === 'deposit' ? 'Deposit into' : 'Withdrawal from'}</Text>
        <Link to="/home/block-explorer/address/$address" params={{ address: pool }} title={pool}>
          {mixer === null ? 'a pool of a mixer' : `${mixer} ${amount}`}
        </Link>
        <Text tone={3}>{leg === 'deposit' ? 'by' : 'to'}</Text>
        <AddressLink address={account} />
      </CallRow>
      {relayer !== null && (
        <CallRow depth={0}>
          <Text tone={3}>sent by the relayer</Text>
          <AddressLink address={relayer} />
        </CallRow>
      )}
      <CallRow depth={0}>
        <Text tone={3}>{anonymityText(note, counted)}</Text>
      </CallRow>
      <CallRow depth={0}>
        <Text tone={links?.length ? 1 : 3}>{linksText(note)}</Text>
      </CallRow>
      {links?.map((link) => (
        <LinkRow key={`${link.heuristic} ${link.account}`} link={link} leg={leg} />
      ))}
    </CallTree>
  );
}

/** Deposits into mixers that pay fixed amounts, and withdrawals, with accounts on the other side that stand out. */
export function MixerNotes({ notes }: { notes: readonly MixerNoteView[] }) {
  const { count } = useFormats();
  if (notes.length === 0) return null;
  return (
    <Card title="Mixer" count={count(notes.length)} extra={<LearnMore about="mixers" />}>
      <Folded rows={notes}>
        {(shown) => shown.map((note) => <NoteRow key={note.log_index} note={note} />)}
      </Folded>
    </Card>
  );
}
