import { texts } from '@hopscope/contract';
import { type ReactNode } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useSessionState } from '../../../lib/services.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { FullScreenLoader } from '../../../ui/feedback/FullScreenLoader.tsx';
import { useSessionCheck } from '../api/calls.ts';

/** Shows the application once the restored session is checked. An unreachable server ends no session. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { status } = useSessionState();
  const check = useSessionCheck();
  if (status !== 'unchecked') return children;
  if (!check.isError || check.isFetching) return <FullScreenLoader text={texts.loading} />;
  const { message, requestId } = toApiError(check.error);
  return (
    <ErrorState
      title={texts.sessionError}
      message={message}
      requestId={requestId}
      onRetry={() => void check.refetch()}
    />
  );
}
