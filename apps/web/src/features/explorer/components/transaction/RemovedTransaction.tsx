import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import type { RemovedPlace, RemovedText } from '../../model/text/removed-text.ts';
import { BlockHashLink, BlockLink, TransactionLink } from '../links.tsx';

/** Where it was, and what is there now. */
function Place({ place: { blockchain, height, block, blockNow } }: { place: RemovedPlace }) {
  return (
    <>
      <p>
        It was at height <BlockLink height={height} chain={blockchain} />, in the block{' '}
        <Hash value={block} what="block hash" length="medium" />
      </p>
      {blockNow !== undefined && (
        <p>
          The block at that height now: <BlockHashLink hash={blockNow} />
        </p>
      )}
    </>
  );
}

/** What became of a transaction that no longer waits, or of what left the chain. */
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
