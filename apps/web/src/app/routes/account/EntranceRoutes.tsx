import { Navigate, useSearch } from '@tanstack/react-router';
import { useNeedsSecondFactor } from '../../../features/auth/api/calls.ts';
import { CallbackPage } from '../../../features/auth/components/CallbackPage.tsx';
import { ResetPasswordPage } from '../../../features/auth/components/ResetPasswordPage.tsx';
import { VerifyEmailPage } from '../../../features/auth/components/VerifyEmailPage.tsx';
import { WelcomePage } from '../../../features/auth/components/WelcomePage.tsx';
import { OnboardingPage } from '../../../features/onboarding/components/OnboardingPage.tsx';

export function ResetPasswordRoute() {
  const { id = '', token = '' } = useSearch({ from: '/reset-password' });
  return <ResetPasswordPage id={id} token={token} />;
}

export function CallbackRoute() {
  return <CallbackPage {...useSearch({ from: '/auth/callback' })} />;
}

export function VerifyEmailRoute() {
  const { token = '' } = useSearch({ from: '/verify-email' });
  return <VerifyEmailPage key={token} token={token} />;
}

export function WelcomeRoute() {
  const { setup } = useSearch({ from: '/welcome' });
  return <WelcomePage setupToken={setup} />;
}

export function OnboardingRoute() {
  const { token, org } = useSearch({ from: '/onboarding' });
  // There, the frame of the page says what to do first.
  if (useNeedsSecondFactor()) return <Navigate to="/home/block-explorer" replace />;
  return <OnboardingPage token={token || undefined} org={org} />;
}
