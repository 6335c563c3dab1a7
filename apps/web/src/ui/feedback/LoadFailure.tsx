import { organizationEndpoints } from '@hopscope/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toApiError } from '../../lib/api/api-error.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { LinkButton } from '../button/LinkButton.tsx';

/** Why something could not be loaded, and what helps: another try, or the second factor that the organization wants. */
export function LoadFailure({
  title,
  fallback,
  error,
  onRetry,
}: {
  title: string;
  /** What failed, said where the server has no words of its own. */
  fallback?: string | undefined;
  error: Error;
  onRetry: () => unknown;
}) {
  const queries = useQueryClient();
  const { code, message, requestId } = toApiError(error);
  const hasWords = !['bad_answer', 'network', 'timeout'].includes(code);

  function retry() {
    // Whoever was removed from the organization meanwhile is shown what they still have.
    void queries.invalidateQueries({ queryKey: [organizationEndpoints.listOrganizations.id] });
    void onRetry();
  }

  if (code !== 'second_factor_required') {
    return (
      <ErrorState
        title={title}
        message={hasWords || fallback === undefined ? message : `${fallback}: ${message}`}
        requestId={requestId}
        onRetry={retry}
      />
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
