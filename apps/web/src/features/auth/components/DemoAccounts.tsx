import { type EffectiveRole, effectiveRoles, texts } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { roleName } from '../../../shared/organization/RoleTag.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useDemoSignIn, useSignInProviders } from '../api/calls.ts';
import { FormAlert } from './FormAlert.tsx';

/** Start page of demo accounts. */
const firstPage = '/home/what-to-try';

/** One account for each role, without a password; only on the demo network. */
export function DemoAccounts({ from }: { from: string | undefined }) {
  const navigate = useNavigate();
  const { data: ways } = useSignInProviders();
  const signIn = useDemoSignIn();
  const [chosen, setChosen] = useState<EffectiveRole>();
  if (!ways?.demo) return null;
  if (ways.demo === 'refused') {
    return (
      <Text tone={2} size={13}>
        {texts.demoAccountsRefused}
      </Text>
    );
  }
  const busy = signIn.isPending || signIn.isSuccess;
  return (
    <section aria-label="Demo accounts">
      <Stack gap={8}>
        <Text tone={2} size={13}>
          This is a demo network with fictional data. Sign in as
        </Text>
        <Pair>
          {effectiveRoles.map((role) => (
            <Button
              key={role}
              block
              disabled={busy && chosen !== role}
              loading={busy && chosen === role}
              onClick={() => {
                setChosen(role);
                void navigate({ to: '/login', search: { from: from ?? firstPage }, replace: true });
                signIn.mutate({ body: { role } });
              }}
            >
              {`Demo ${roleName(role)}`}
            </Button>
          ))}
        </Pair>
        {signIn.isError && (
          <FormAlert title={texts.loginFailed}>{failureMessage(signIn.error, texts.loginFailed)}</FormAlert>
        )}
      </Stack>
    </section>
  );
}
