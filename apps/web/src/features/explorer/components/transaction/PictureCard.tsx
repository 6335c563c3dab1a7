import type { ChangeFindingView, TransactionView, UnconfirmedTransactionView } from '@hopscope/contract';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { styleText, trustText } from '../../model/text/coinjoin-text.ts';
import { TransactionPicture } from './TransactionPicture.tsx';

/** Flow diagram of a transaction, tagged if it is a CoinJoin. */
export function PictureCard({
  tx,
  change,
}: {
  tx: TransactionView | UnconfirmedTransactionView;
  change: readonly ChangeFindingView[];
}) {
  const { coinjoin } = tx;
  return (
    <Card
      title="Flow"
      extra={
        coinjoin && (
          <Tag title="Inputs cannot be matched to outputs, so the ribbons meet in the middle.">
            CoinJoin: {styleText(coinjoin)} · {trustText(coinjoin)}
          </Tag>
        )
      }
    >
      <TransactionPicture tx={tx} change={change} />
    </Card>
  );
}
