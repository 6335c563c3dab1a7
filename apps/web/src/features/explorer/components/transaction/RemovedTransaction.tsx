import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import type { RemovedPosition, RemovedText } from '../../model/text/removed-text.ts';
import { BlockHashLink, BlockLink, TransactionLink } from '../links.tsx';

/** Former place in the chain, and the block there now. */
function Place({ place: { blockchain, height, block, blockNow } }: { place: RemovedPosition }) {
  return (
    <>
      <p>
        It was at height <BlockLink height={height} chain={blockchain} /> in block{' '}
        <Hash value={block} what="block hash" length="medium" />
      </p>
      {blockNow !== undefined && (
        <p>
          Current block at that height: <BlockHashLink hash={blockNow} />
        </p>
      )}
    </>
  );
}

/** Explains what happened to a dropped or replaced transaction, or a stale block. */
export function RemovedCard({ gone }: { gone: RemovedText }) {
  return (
    <Card>
      <EmptyState path="cut" title={gone.title}>
        <p>{gone.text}</p>
        {gone.place && <Place place={gone.place} />}
        {gone.by !== undefined && (
          <p>
            {gone.byText}: <TransactionLink txid={gone.by} length="medium" />
          </p>
        )}
      </EmptyState>
    </Card>
  );
}
