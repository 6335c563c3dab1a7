import { type TransactionView, texts } from '@hopscope/contract';
import { shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CoverageNotice } from '../../../../shared/chain/Coverage.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { HopLoader } from '../../../../ui/feedback/HopLoader.tsx';
import { Columns, Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { useTransaction } from '../../api/transaction.ts';
import { useTransactionContext, useTransactionProof } from '../../api/transaction-parts.ts';
import { probableChange } from '../../model/transaction/context-text.ts';
import { removedText } from '../../model/text/removed-text.ts';
import { feeWarnings } from '../../model/text/warnings.ts';
import { Failure } from '../Failure.tsx';
import { RemovedCard } from './RemovedTransaction.tsx';
import { PictureCard } from './PictureCard.tsx';
import { BitcoinCrossings } from './BitcoinCrossings.tsx';
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
import { ShieldCheck, ShieldX } from 'lucide-react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { checkProof } from '../../model/transaction/proof-text.ts';

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function Explanation({ levels, count }: { levels: number; count: number }) {
  const { counted } = useFormats();
  return (
    <Text tone={2} size={12}>
      This browser recomputed the Merkle root from the transaction and{' '}
      {counted(levels, 'sibling hash', 'sibling hashes')} in a block of {counted(count, 'transaction')}, and
      checked the root, block hash, and proof of work in the header. It did not check that the header belongs
      to the chain with the most work: that depends on the block source.
    </Text>
  );
}

/** Inclusion proof of a transaction, verified in the browser. */
function ProofCard({ tx }: { tx: TransactionView }) {
  const { count } = useFormats();
  const { data, error } = useTransactionProof(tx.txid, tx.block_hash);
  const [open, setOpen] = useState(false);
  if (!data) {
    return (
      <Card title="Proof" padded>
        <Text tone={2} size={13}>
          {error ? toApiError(error).message : 'Checking…'}
        </Text>
      </Card>
    );
  }
  const result = checkProof(data, { txid: tx.txid, blockHash: tx.block_hash });
  return (
    <Card title="Proof" padded>
      <Stack gap={8}>
        {result.valid ? (
          <Notice kind="known" icon={<ShieldCheck {...icon} />}>
            In block {count(tx.block)}: <b>verified</b>
          </Notice>
        ) : (
          <Notice kind="error" icon={<ShieldX {...icon} />}>
            <b>Invalid proof:</b> {result.why}. It is not proven that this transaction is in block{' '}
            {count(tx.block)}.
          </Notice>
        )}
        <span>
          <TextButton expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show checks'}
          </TextButton>
        </span>
        {open && <Explanation levels={data.branch.length} count={data.transaction_count} />}
      </Stack>
    </Card>
  );
}

function FeeWarnings({ tx }: { tx: TransactionView }) {
  const { data: context } = useTransactionContext(tx.txid, tx.block_hash, tx.coverage.kind !== 'address');
  return feeWarnings(tx, context?.fee).map((warning) => <WarningTag key={warning.name} warning={warning} />);
}

function LoadedTransaction({ tx }: { tx: TransactionView }) {
  const formats = useFormats();
  const isStored = tx.coverage.kind !== 'address';
  const { data: context } = useTransactionContext(tx.txid, tx.block_hash, isStored);
  const change = useMemo(() => probableChange(context), [context]);
  return (
    <>
      <BitcoinWhatHappened tx={tx} change={change} />
      <TransactionStats tx={tx} />
      {tx.unknown_input_count > 0 && (
        <CoverageNotice coverage={tx.coverage}>
          {unknownInputsText(tx.unknown_input_count, formats)}
        </CoverageNotice>
      )}
      <Columns
        main={
          <>
            <PictureCard tx={tx} change={change} />
            <Card title="Inputs and outputs">
              <TransactionFlow tx={tx} full />
              <PublicKeyNotice tx={tx} />
            </Card>
            <BitcoinCrossings tx={tx} payouts={context?.payouts ?? []} deposits={context?.deposits ?? []} />
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
