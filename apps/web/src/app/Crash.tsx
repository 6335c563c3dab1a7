import { texts } from '@hopscope/contract';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';

/** Fallback page after a rendering failure. */
export function Crash() {
  return (
    <ErrorState
      title={texts.somethingWentWrong}
      message="The page could not be displayed. No data was changed."
      retryText="Reload"
      onRetry={() => window.location.reload()}
    />
  );
}
