import type { TransactionView, UnconfirmedTransactionView } from '@hopscope/contract';
import { useState } from 'react';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { styleText, trustText } from '../../model/text/coinjoin-text.ts';
import type { ProbableChange } from '../../model/transaction/context-text.ts';
import { TransactionPicture } from './TransactionPicture.tsx';

/** Flow diagram of a transaction, tagged if it is a CoinJoin; its inputs and outputs are listed below it. */
export function PictureCard({
  tx,
  change,
}: {
  tx: TransactionView | UnconfirmedTransactionView;
  change: ReadonlyMap<number, ProbableChange>;
}) {
  const { coinjoin } = tx;
  const [byOwner, setByOwner] = useState(true);
  return (
    <ChartCard
      title="Flow"
      file={`flow-${tx.txid}`}
      table={null}
      count={
        coinjoin && (
          <Tag title="Inputs cannot be matched to outputs, so the ribbons meet in the middle.">
            CoinJoin: {styleText(coinjoin)} · {trustText(coinjoin)}
          </Tag>
        )
      }
      extra={
        <Segmented
          label="Group the flow"
          value={byOwner ? 'owner' : 'each'}
          options={[
            { value: 'owner', label: 'By owner' },
            { value: 'each', label: 'Separate' },
          ]}
          onChange={(group) => setByOwner(group === 'owner')}
        />
      }
    >
      <TransactionPicture tx={tx} change={change} byOwner={byOwner} />
    </ChartCard>
  );
}
