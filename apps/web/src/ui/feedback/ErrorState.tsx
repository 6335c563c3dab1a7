import { Button } from '../button/Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Text } from '../text/Text.tsx';

/** A failed load: what failed, what the server said, and a way to try again. `outside`: the ledger does not reach it. */
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
  /** Left out where trying again gives the same. */
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
