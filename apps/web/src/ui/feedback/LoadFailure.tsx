import { organizationEndpoints, type ProblemCode } from '@hopscope/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLogOut } from '../../lib/session/use-log-out.ts';
import { toApiError } from '../../lib/api/api-error.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Button } from '../button/Button.tsx';
import { LinkButton } from '../button/LinkButton.tsx';

/** Rules of the organization about the sign-in of its members, which they meet in their settings or with a new sign-in. */
const rules: Partial<Record<ProblemCode, { title: string; help: ReactNode }>> = {
  second_factor_required: {
    title: 'Second factor needed',
    help: <LinkButton to="/home/settings/security">Open Security Settings</LinkButton>,
  },
  password_too_short: {
    title: 'Longer password needed',
    help: <LinkButton to="/home/settings/security">Open Security Settings</LinkButton>,
  },
  sign_in_again: { title: 'Sign in again', help: <SignInAgain /> },
};

function SignInAgain() {
  const signOut = useLogOut('expired');
  return (
    <Button kind="primary" loading={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign in again
    </Button>
  );
}

/** Why loading failed, and what helps: a retry, or what a rule of the organization asks for. */
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

  const rule = rules[code as ProblemCode];
  if (!rule) {
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
    <EmptyState path="outside" title={rule.title} actions={rule.help}>
      {message}
    </EmptyState>
  );
}
