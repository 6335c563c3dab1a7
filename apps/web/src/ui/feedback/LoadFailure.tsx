import { organizationEndpoints } from '@hopscope/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toApiError } from '../../lib/api/api-error.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { LinkButton } from '../button/LinkButton.tsx';

/** Why loading failed, and what helps: a retry, or the second factor that the organization requires. */
export function LoadFailure({
  title,
  fallback,
  error,
  onRetry,
}: {
  title: string;
  /** Message if the server has none. */
  fallback?: string | undefined;
  error: Error;
  onRetry: () => unknown;
}) {
  const queries = useQueryClient();
  const { code, message, requestId } = toApiError(error);
  const hasWords = !['bad_answer', 'network', 'timeout'].includes(code);

  function retry() {
    // After removal from an organization, shows the remaining ones.
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
