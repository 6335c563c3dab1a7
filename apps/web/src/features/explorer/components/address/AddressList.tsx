import { type CallOutput, type getAddress, maxSearchAddresses, searchWords } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { detectAddress } from '../../../../lib/search/search-input.ts';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Amount, UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Count } from '../../../../ui/display/Figures.tsx';
import { Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useAddressSummaries } from '../../api/address-summaries.ts';
import { useLedgerStatus } from '../../api/ledger-status.ts';
import { chainNames } from '../../model/chain-of.ts';
import { networkOf } from '../../../../lib/search/network-of.ts';
import { Ether } from '../ethereum/assets.tsx';
import { AddressLink } from '../links.tsx';
import { ScriptTag } from '../transaction/ScriptTag.tsx';

type Summary = CallOutput<typeof getAddress>['data'];

/** One pasted word: an address with what is known of it, or why it is none. */
interface Entry {
  word: string;
  address: string | undefined;
  /** Why it is no address. */
  reason: string | undefined;
  suggestion: string | undefined;
  summary: Summary | undefined;
  error: Error | null;
  retry: () => void;
}

function Who({ entry }: { entry: Entry }) {
  if (entry.address !== undefined) return <AddressLink address={entry.address} />;
  return (
    <Text mono tone={2} title={entry.word}>
      {entry.word.length > 24 ? `${entry.word.slice(0, 24)}…` : entry.word}
    </Text>
  );
}

/** Why there are no facts in a row. */
function Problem({ entry }: { entry: Entry }) {
  if (entry.reason !== undefined) {
    return (
      <Text tone={2}>
        Invalid blockchain address. {entry.reason}
        {entry.suggestion !== undefined && (
          <>
            {' '}
            <Link to="/home/block-explorer/address/$address" params={{ address: entry.suggestion }}>
              Open {entry.suggestion}
            </Link>
          </>
        )}
      </Text>
    );
  }
  return (
    <Row gap={6} wrap>
      <Text tone={2}>{failureMessage(entry.error, 'Failed to fetch address data')}</Text>
      <TextButton onClick={entry.retry}>Retry</TextButton>
    </Row>
  );
}

function Kind({ summary }: { summary: Summary }) {
  return (
    <Row gap={6}>
      <Text>{chainNames[summary.blockchain]}</Text>
      {summary.blockchain === 'bitcoin' ? (
        <ScriptTag type={summary.script_type} />
      ) : (
        summary.is_contract && <Tag title="Runs code of its own.">Contract</Tag>
      )}
    </Row>
  );
}

const unseen = 'It is in none of the blocks held.';

function Balance({ summary }: { summary: Summary }) {
  if (summary.txCount === 0 && summary.coverage.kind !== 'complete') return <UnknownAmount why={unseen} />;
  if (summary.blockchain === 'bitcoin') return <Amount sats={summary.balance} unit />;
  if (summary.balance === null) {
    return (
      <UnknownAmount why="What was there before the blocks held, or what contracts moved, is not known." />
    );
  }
  return <Ether wei={summary.balance} />;
}

function LastSeen({ summary }: { summary: Summary }) {
  if (summary.last_seen) return <Age seconds={summary.last_seen.timestamp} ago />;
  return <Text tone={3}>{summary.coverage.kind === 'complete' ? 'Never used' : 'Not seen'}</Text>;
}

const failed = (entry: Entry): boolean => entry.reason !== undefined || entry.error !== null;

/** A cell of a fact; what is wrong with the whole row is said in its first fact. */
function fact(show: (summary: Summary) => ReactNode, first = false) {
  return (_: unknown, entry: Entry) => {
    if (entry.summary) return show(entry.summary);
    if (failed(entry)) return first ? <Problem entry={entry} /> : null;
    return <Skeleton width={72} height={14} />;
  };
}

/** A row with a problem says it over all of its facts. */
const overAll = (entry: Entry) => (!entry.summary && failed(entry) ? 4 : 1);
const covered = (entry: Entry) => (!entry.summary && failed(entry) ? 0 : 1);

const wide: RowColumns<Entry> = [
  { title: 'Address', key: 'address', render: (_, entry) => <Who entry={entry} /> },
  {
    title: 'Type',
    key: 'type',
    span: overAll,
    render: fact((summary) => <Kind summary={summary} />, true),
  },
  {
    title: 'Balance',
    key: 'balance',
    align: 'right',
    span: covered,
    render: fact((summary) => <Balance summary={summary} />),
  },
  {
    title: 'Transactions',
    key: 'transactions',
    align: 'right',
    span: covered,
    render: fact((summary) => <Count value={summary.txCount} />),
  },
  {
    title: 'Last seen',
    key: 'last',
    span: covered,
    render: fact((summary) => <LastSeen summary={summary} />),
  },
];

const narrow: RowColumns<Entry> = [
  {
    key: 'address',
    render: (_, entry) => (
      <StackedText
        first={<Who entry={entry} />}
        second={fact((summary) => <Kind summary={summary} />, true)(_, entry)}
      />
    ),
  },
  {
    key: 'facts',
    align: 'right',
    render: (_, entry) => (
      <StackedText
        first={fact((summary) => <Balance summary={summary} />)(_, entry)}
        second={fact((summary) => <LastSeen summary={summary} />)(_, entry)}
      />
    ),
  },
];

function useEntries(text: string): Entry[] {
  const network = useLedgerStatus('bitcoin').data?.network;
  const inputs = useMemo(
    () =>
      searchWords(text)
        .slice(0, maxSearchAddresses)
        .map((word) => ({ word, input: detectAddress(word, networkOf(network)) })),
    [text, network],
  );
  const addresses = inputs.flatMap(({ input }) => (input.kind === 'go' ? [input.value] : []));
  const summaries = useAddressSummaries(addresses);
  return inputs.map(({ word, input }) => {
    const at = input.kind === 'go' ? addresses.indexOf(input.value) : -1;
    const query = summaries[at];
    return {
      word,
      address: addresses[at],
      reason: input.kind === 'invalid' ? input.reason : undefined,
      suggestion: input.kind === 'invalid' ? input.suggestion : undefined,
      summary: query?.data,
      error: query?.error ?? null,
      retry: () => void query?.refetch(),
    };
  });
}

/** Facts of several addresses, in the order in which they were pasted; each has its own error. */
export function AddressList({ text }: { text: string }) {
  const phone = usePhone();
  const { count, counted } = useFormats();
  const entries = useEntries(text);
  const wrong = entries.filter(({ reason }) => reason !== undefined).length;
  useDocumentTitle('Addresses');
  return (
    <Page>
      <PageHeader title="Addresses" />
      <Card
        title="Addresses"
        count={count(entries.length - wrong)}
        {...(wrong > 0 && {
          extra: (
            <Text tone={2} size={12}>
              {counted(wrong, 'entry is', 'entries are')} no address
            </Text>
          ),
        })}
      >
        {entries.length === 0 ? (
          <EmptyState title="Nothing to look up">
            Paste several addresses into the search, separated by spaces, commas, semicolons or lines.
          </EmptyState>
        ) : (
          <RowTable
            label="Addresses"
            columns={phone ? narrow : wide}
            rows={entries}
            rowKey={({ word }) => word}
            hideHead={phone}
          />
        )}
      </Card>
    </Page>
  );
}
