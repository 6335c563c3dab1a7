import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { type FailureSubject, failureText } from '../model/text/failure-text.ts';

/** A part of a page that could not be loaded. */
export function Failure({
  error,
  subject,
  onRetry,
}: {
  error: Error;
  subject: FailureSubject;
  onRetry: () => unknown;
}) {
  const { retry, ...text } = failureText(error, subject);
  return <ErrorState {...text} {...(retry && { onRetry: () => void onRetry() })} />;
}
