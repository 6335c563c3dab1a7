import { type CallOutput, type getAddress, maxSearchAddresses, searchWords } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { detectAddress } from '../../../../lib/search/search-input.ts';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { UnknownAmount } from '../../../../shared/amount/Amount.tsx';
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
import { networkOf } from '../../../../lib/search/network-of.ts';
import { AddressLink } from '../links.tsx';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { ScriptTag } from '../transaction/ScriptTag.tsx';
import { unknownReasons } from '../../model/text/not-in-ledger.ts';

type Summary = CallOutput<typeof getAddress>['data'];

/** One pasted word: an address and its summary, or the reason why it is invalid. */
interface Entry {
  word: string;
  address: string | undefined;
  /** Why the address is invalid. */
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
      <Text>{chains[summary.blockchain].name}</Text>
      {summary.blockchain === 'bitcoin' ? (
        <ScriptTag type={summary.script_type} />
      ) : (
        summary.is_contract && <Tag title="Account with code">Contract</Tag>
      )}
    </Row>
  );
}

const unseen = 'Not found in the stored blocks';

function Balance({ summary }: { summary: Summary }) {
  if (summary.txCount === 0 && summary.coverage.kind !== 'complete') return <UnknownAmount why={unseen} />;
  if (summary.balance === null) return <UnknownAmount why={unknownReasons.balance} />;
  return <CoinAmount coin={chains[summary.blockchain].coin} amount={String(summary.balance)} />;
}

function LastSeen({ summary }: { summary: Summary }) {
  if (summary.last_seen) return <Age seconds={summary.last_seen.timestamp} ago />;
  return <Text tone={3}>{summary.coverage.kind === 'complete' ? 'Never used' : 'Not found'}</Text>;
}

const failed = (entry: Entry): boolean => entry.reason !== undefined || entry.error !== null;

/** Renders a cell; the first cell of a failed row shows the problem. */
function fact(show: (summary: Summary) => ReactNode, first = false) {
  return (_: unknown, entry: Entry) => {
    if (entry.summary) return show(entry.summary);
    if (failed(entry)) return first ? <Problem entry={entry} /> : null;
    return <Skeleton width={72} height={14} />;
  };
}

/** The problem of a failed row spans all of its cells. */
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

/** Summaries of several addresses in pasted order; each has its own error. */
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
              {counted(wrong, 'invalid entry', 'invalid entries')}
            </Text>
          ),
        })}
      >
        {entries.length === 0 ? (
          <EmptyState title="No addresses">
            Paste several addresses into the search, separated by spaces, commas, semicolons, or line breaks.
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
