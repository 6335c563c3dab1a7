import { type EthereumTransactionView, texts } from '@hopscope/contract';
import { shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { HopLoader } from '../../../../ui/feedback/HopLoader.tsx';
import { Columns, Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { blockSearch } from '../../../../lib/search/block-search.ts';
import { useTransaction } from '../../api/transaction.ts';
import { removedText } from '../../model/text/removed-text.ts';
import { Failure } from '../Failure.tsx';
import { RemovedCard } from '../transaction/RemovedTransaction.tsx';
import { RawBytesCard } from '../transaction/RawBytesCard.tsx';
import { EthereumWhatHappened, WhatHappenedSkeleton } from '../transaction/WhatHappened.tsx';
import { StatSkeleton } from '../StatSkeleton.tsx';
import { Conversions } from './Conversions.tsx';
import { Crossings } from './Crossings.tsx';
import { MixerNotes } from './MixerNotes.tsx';
import { EthereumFlow } from './EthereumFlow.tsx';
import { EthereumTransactionTags } from './EthereumTags.tsx';
import { EthereumTransactionRail } from './EthereumTransactionDetails.tsx';
import { EthereumTransactionStats, ethereumTransactionStatLabels } from './EthereumTransactionStats.tsx';
import { Events } from './Events.tsx';
import { InternalTransfers, TokenMovements } from './TransactionParts.tsx';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { CodeText } from '../../../../ui/text/CodeText.tsx';
import { CopyButton } from '../../../../ui/button/CopyButton.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { inputLines } from '../../model/input-lines.ts';

/** Bytes shown while collapsed. */
const shortBytes = 4 + 32 * 8;

/** Input data of a call: the method and the data in words of 32 bytes. */
function InputData({ tx }: { tx: EthereumTransactionView }) {
  const { counted, count } = useFormats();
  const [open, setOpen] = useState(false);
  const bytes = (tx.input.length - 2) / 2;
  if (bytes === 0) return null;
  const shown = open ? tx.input : tx.input.slice(0, 2 + 2 * shortBytes);
  return (
    <Card
      title="Input data"
      count={counted(bytes, 'byte')}
      extra={<CopyButton text={tx.input} what="input data" quiet />}
      padded
    >
      <Stack gap={8}>
        {tx.method && (
          <span>
            <Text mono>{tx.method.signature}</Text>{' '}
            <Text tone={3} size={12}>
              {tx.method.source}; inferred from the selector
            </Text>
          </span>
        )}
        <CodeText>{inputLines(shown, tx.to !== null).join('\n')}</CodeText>
        {bytes > shortBytes && (
          <TextButton expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : `Show All ${count(bytes)} bytes`}
          </TextButton>
        )}
      </Stack>
    </Card>
  );
}

function LoadedTransaction({ tx }: { tx: EthereumTransactionView }) {
  return (
    <>
      <EthereumWhatHappened tx={tx} />
      <EthereumTransactionStats tx={tx} />
      <Columns
        main={
          <>
            <Card title="Value flow">
              <EthereumFlow tx={tx} full />
            </Card>
            <Conversions conversions={tx.conversions} complete={tx.internal !== null} />
            <Crossings crossings={tx.crossings} />
            <MixerNotes notes={tx.mixer_notes} />
            <InternalTransfers tx={tx} />
            <TokenMovements tokens={tx.tokens} />
            <Events logs={tx.logs} />
            <InputData tx={tx} />
            <RawBytesCard txid={tx.txid} />
          </>
        }
        rail={<EthereumTransactionRail tx={tx} />}
      />
    </>
  );
}

/** An Ethereum transaction by the hash in the URL; `actions` are shown next to the title. */
export function EthereumTransactionPage({ txid, actions }: { txid: string; actions?: ReactNode }) {
  const { data, error, refetch } = useTransaction('ethereum', txid);
  const gone = error ? removedText(error) : undefined;
  useDocumentTitle(`Transaction ${shorten(txid)}`);
  return (
    <Page>
      <PageHeader
        trail={
          <>
            <Link to="/home/block-explorer" search={blockSearch('ethereum')}>
              Block Explorer
            </Link>
            {' / '}
            Transaction
          </>
        }
        title="Transaction"
        tags={data && !gone && <EthereumTransactionTags tx={data} />}
        actions={actions}
        identity={<Hash value={data?.txid ?? txid} what="transaction hash" length="full" />}
      />
      {gone ? (
        <RemovedCard gone={gone} />
      ) : data ? (
        <LoadedTransaction tx={data} />
      ) : error ? (
        <Card>
          <Failure error={error} subject="transaction" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <WhatHappenedSkeleton />
          <StatSkeleton labels={ethereumTransactionStatLabels} />
          <Columns
            main={
              <Card title="Value flow" extra={<HopLoader text={texts.loading} />}>
                <RowTableSkeleton rows={6} />
              </Card>
            }
            rail={
              <Card title="Details">
                <RowTableSkeleton rows={16} kind="facts" />
              </Card>
            }
          />
        </>
      )}
    </Page>
  );
}
