import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { PrimaryLink } from '../../../ui/button/PrimaryButton.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useBecomeOperator } from '../api/calls.ts';
import { AuthScreen } from './AuthScreen.tsx';
import { FormAlert } from './FormAlert.tsx';

function OperatorOffer({ setupToken }: { setupToken: string }) {
  const become = useBecomeOperator();
  if (become.isSuccess) return <Text tone={2}>You are now the operator of this installation.</Text>;
  return (
    <Stack gap={12}>
      <Text tone={2} size={13}>
        This setup link makes you the operator of this installation. The operator manages its plans, invoices,
        emails, and audit log.
      </Text>
      {become.isError && <FormAlert title={failureMessage(become.error, 'The link could not be used.')} />}
      <Button loading={become.isPending} onClick={() => become.mutate({ body: { setupToken } })}>
        Become the operator
      </Button>
    </Stack>
  );
}

/** First page after registering; leads to the organization. `setupToken`: the link printed at start was opened. */
export function WelcomePage({ setupToken }: { setupToken?: string | undefined }) {
  const { name, email, emailVerified, role } = useUser();
  return (
    <AuthScreen title={`Welcome, ${name}`} subtitle="Your account is ready.">
      <Stack>
        {setupToken !== undefined && role !== 'operator' && <OperatorOffer setupToken={setupToken} />}
        {!emailVerified && (
          <Text tone={2} size={13}>
            We sent a link to {email}. Open it to verify your address. You can continue in the meantime.
          </Text>
        )}
        <Text tone={2} size={13}>
          Notes, members, and monitored addresses belong to an organization. Create one, or join the one of
          your team.
        </Text>
        <PrimaryLink to="/onboarding">Set up your organization</PrimaryLink>
        <div>
          <LinkButton to="/home/block-explorer">Go to the Block Explorer</LinkButton>
        </div>
      </Stack>
    </AuthScreen>
  );
}
