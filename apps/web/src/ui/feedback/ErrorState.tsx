import { Button } from '../button/Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Text } from '../text/Text.tsx';

/** A failed load: what failed, the server's message, and a retry button. `outside`: not covered by the ledger. */
export function ErrorState({
  title,
  message,
  requestId,
  outside = false,
  onRetry,
  retryText = 'Retry',
}: {
  title: string;
  message: string;
  requestId?: string | null;
  outside?: boolean;
  /** undefined if a retry has the same result. */
  onRetry?: () => void;
  retryText?: string;
}) {
  return (
    <div role="alert">
      <EmptyState
        path={outside ? 'outside' : 'cut'}
        title={title}
        actions={onRetry && <Button onClick={onRetry}>{retryText}</Button>}
      >
        {message !== title && <p>{message}</p>}
        {requestId && (
          <Text tone={3} size={12} mono>
            request {requestId}
          </Text>
        )}
      </EmptyState>
    </div>
  );
}
