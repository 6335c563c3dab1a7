import { texts } from '@hopscope/contract';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useSignInProviders } from '../api/calls.ts';

/** How to get an account: a link to registration, or why there is none. */
export function RegisterLink({ from }: { from: string | undefined }) {
  const { data: ways } = useSignInProviders();
  if (ways?.registration === 'off') return null;
  return (
    <Text tone={2} size={13}>
      {ways?.registration === 'invite' ? (
        texts.registrationByInvitation
      ) : (
        <>
          New here?{' '}
          <LinkButton to="/register" search={from === undefined ? {} : { from }}>
            Register
          </LinkButton>
        </>
      )}
    </Text>
  );
}
