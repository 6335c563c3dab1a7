import { type TransactionView, texts } from '@hopscope/contract';
import { shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CoverageNotice } from '../../../../shared/chain/Coverage.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { HopLoader } from '../../../../ui/feedback/HopLoader.tsx';
import { Columns, Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { useTransaction } from '../../api/transaction.ts';
import { useTransactionContext } from '../../api/transaction-parts.ts';
import { removedText } from '../../model/text/removed-text.ts';
import { feeWarnings } from '../../model/text/warnings.ts';
import { Failure } from '../Failure.tsx';
import { RemovedCard } from './RemovedTransaction.tsx';
import { PictureCard } from './PictureCard.tsx';
import { ProofCard } from './ProofCard.tsx';
import { ScriptsCard } from './ScriptsCard.tsx';
import { StatSkeleton } from '../StatSkeleton.tsx';
import { TransactionDetails } from './TransactionDetails.tsx';
import { TransactionFlow } from './TransactionFlow.tsx';
import { PublicKeyNotice, TransactionTags } from './TransactionNotes.tsx';
import { TransactionStats, transactionStatLabels } from './TransactionStats.tsx';
import { UnconfirmedTransaction } from './UnconfirmedTransaction.tsx';
import { BitcoinWhatHappened, WhatHappenedSkeleton } from './WhatHappened.tsx';
import { WarningTag } from '../WarningTag.tsx';
import { unknownInputsText } from '../../model/text/not-in-ledger.ts';

function FeeWarnings({ tx }: { tx: TransactionView }) {
  const { data: context } = useTransactionContext(tx.txid, tx.block_hash, tx.coverage.kind !== 'address');
  return feeWarnings(tx, context?.fee).map((warning) => <WarningTag key={warning.name} warning={warning} />);
}

function LoadedTransaction({ tx }: { tx: TransactionView }) {
  const formats = useFormats();
  const isStored = tx.coverage.kind !== 'address';
  const { data: context } = useTransactionContext(tx.txid, tx.block_hash, isStored);
  return (
    <>
      <BitcoinWhatHappened tx={tx} change={context?.change ?? []} />
      <TransactionStats tx={tx} />
      {tx.unknown_input_count > 0 && (
        <CoverageNotice coverage={tx.coverage}>
          {unknownInputsText(tx.unknown_input_count, formats)}
        </CoverageNotice>
      )}
      <Columns
        main={
          <>
            <PictureCard tx={tx} change={context?.change ?? []} />
            <Card title="Inputs and outputs">
              <TransactionFlow tx={tx} full />
              <PublicKeyNotice tx={tx} />
            </Card>
            <ScriptsCard txid={tx.txid} size={tx.size} />
          </>
        }
        rail={
          <>
            {isStored && <ProofCard tx={tx} />}
            <Card title="Details" padded>
              <TransactionDetails tx={tx} context={context} />
            </Card>
          </>
        }
      />
    </>
  );
}

/** A Bitcoin transaction by the hash in the URL; `actions` are shown next to the title. */
export function BitcoinTransactionPage({ txid, actions }: { txid: string; actions?: ReactNode }) {
  const { data, error, refetch } = useTransaction('bitcoin', txid);
  const gone = error ? removedText(error) : undefined;
  useDocumentTitle(`Transaction ${shorten(txid)}`);
  return (
    <Page>
      <PageHeader
        trail={
          <>
            <Link to="/home/block-explorer" search={{}}>
              Block Explorer
            </Link>
            {' / '}
            Transaction
          </>
        }
        title="Transaction"
        tags={
          data &&
          !gone && (
            <>
              <TransactionTags tx={data} />
              {'status' in data || <FeeWarnings tx={data} />}
            </>
          )
        }
        actions={actions}
        identity={<Hash value={data?.txid ?? txid} what="transaction hash" length="full" />}
      />
      {gone ? (
        <RemovedCard gone={gone} />
      ) : data ? (
        'status' in data ? (
          <UnconfirmedTransaction tx={data} />
        ) : (
          <LoadedTransaction tx={data} />
        )
      ) : error ? (
        <Card>
          <Failure error={error} subject="transaction" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <WhatHappenedSkeleton />
          <StatSkeleton labels={transactionStatLabels} />
          <Columns
            main={
              <Card title="Inputs and outputs" extra={<HopLoader text={texts.loading} />}>
                <RowTableSkeleton rows={6} />
              </Card>
            }
            rail={
              <Card title="Details">
                <RowTableSkeleton rows={13} kind="facts" />
              </Card>
            }
          />
        </>
      )}
    </Page>
  );
}
