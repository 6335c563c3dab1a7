import { toApiError } from '../lib/api/api-error.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { LinkButton } from './LinkButton.tsx';

/** Why something could not be loaded, and what helps: another try, or the second factor that the organisation wants. */
export function LoadFailure({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: Error;
  onRetry: () => unknown;
}) {
  const { code, message, requestId } = toApiError(error);
  if (code !== 'second_factor_required') {
    return (
      <ErrorState title={title} message={message} requestId={requestId} onRetry={() => void onRetry()} />
    );
  }
  return (
    <EmptyState
      path="outside"
      title="Second factor needed"
      actions={<LinkButton to="/home/settings/security">Open Security Settings</LinkButton>}
    >
      {message}
    </EmptyState>
  );
}
