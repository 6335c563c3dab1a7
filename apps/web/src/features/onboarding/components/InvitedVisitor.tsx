import { Link } from '@tanstack/react-router';
import { PrimaryLink } from '../../../ui/button/PrimaryButton.tsx';
import { ScreenTitle } from '../../../ui/layout/PlainScreen.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import type { InvitationView } from '../model/invitation-view.ts';
import { InvitationFacts } from './InvitationFacts.tsx';

/** Invitation without a session: the person registers or signs in, and returns here. */
export function InvitedVisitor({
  token,
  name,
  invitation,
}: {
  token: string;
  name: string;
  invitation: InvitationView;
}) {
  const from = `/onboarding?${new URLSearchParams({ token, org: name })}`;
  return (
    <>
      <ScreenTitle title={`Welcome to ${name}`}>
        You have been invited to collaborate on Hopscope.
      </ScreenTitle>
      <InvitationFacts invitation={invitation} />
      <PrimaryLink to="/register" search={{ from, invitation: token }}>
        Register
      </PrimaryLink>
      <Text tone={2} size={13}>
        Already registered?{' '}
        <Link to="/login" search={{ from }}>
          Log in
        </Link>
      </Text>
    </>
  );
}
