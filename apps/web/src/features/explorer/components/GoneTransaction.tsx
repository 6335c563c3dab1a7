import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { GoneText } from '../model/gone-text.ts';
import { TransactionLink } from './links.tsx';

/** What became of a transaction that waited for a block and no longer does. */
export function GoneTransaction({ gone }: { gone: GoneText }) {
  return (
    <Card>
      <EmptyState path="cut" title={gone.title}>
        <p>{gone.text}</p>
        {gone.by !== undefined && (
          <p>
            {gone.byText}: <TransactionLink txid={gone.by} length="medium" />
          </p>
        )}
      </EmptyState>
    </Card>
  );
}
