import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Mark } from '../../../ui/feedback/Mark.tsx';
import { PlainScreen, ScreenTitle } from '../../../ui/layout/PlainScreen.tsx';
import { BrandLine } from '../../../ui/layout/SplitScreen.tsx';
import { ThemeToggle } from '../../../ui/button/ThemeToggle.tsx';
import { InvitationStep } from './InvitationStep.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Building2, Clock, Ticket } from 'lucide-react';
import { useState } from 'react';
import { WaysOn } from '../../../ui/form/RadioList.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { signUpSteps } from '../../../lib/text/sign-up-steps.ts';
import { StepLine } from '../../../ui/layout/StepLine.tsx';
import { Stage } from '../../../ui/layout/Stage.tsx';
import { useStage } from '../model/stage.ts';
import { CreateForm } from './CreateForm.tsx';
import { organizationEndpoints, texts } from '@hopscope/contract';
import { BackLink } from '../../../ui/button/BackLink.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useJoinOrganization } from '../api/organizations.ts';

const { body: schema } = organizationEndpoints.joinOrganization;

/** Joins by an invite code from a member. */
function JoinForm({ onBack }: { onBack: () => void }) {
  const toast = useToast();
  const navigate = useNavigate();
  const join = useJoinOrganization();
  const form = useForm({
    start: { code: '' },
    read: ({ code }) => readForm(schema, { code, email: '' }),
    send: (body) => join.mutateAsync({ body }),
    sent() {
      toast.success(texts.organizationJoined);
      void navigate({ to: '/home/block-explorer' });
    },
    failure: texts.inviteCodeInvalid,
  });

  return (
    <>
      <BackLink onClick={onBack} />
      <ScreenTitle title="Join with invite code">You join as a team member.</ScreenTitle>
      <FormStack label="Join organization" onSubmit={form.submit}>
        <Field
          label="Invite code"
          mono
          autoFocus
          maxLength={20}
          help="6 to 12 uppercase letters, digits, or hyphens."
          {...form.field('code')}
          onChange={(value) => form.change('code', value.toUpperCase())}
        />
        <FormFailure text={form.failure} />
        <PrimaryButton loading={form.busy || form.done}>Join organization</PrimaryButton>
      </FormStack>
    </>
  );
}

/** Create, join, or skip. */
function Choose() {
  const navigate = useNavigate();
  const { view, phase, go } = useStage<'choices' | 'create' | 'join'>('choices');
  const [skipping, setSkipping] = useState(false);
  const back = () => go('choices');

  return (
    <>
      <StepLine steps={signUpSteps} current="Organization" />
      <Stage phase={phase}>
        {view === 'create' && <CreateForm onBack={back} />}
        {view === 'join' && <JoinForm onBack={back} />}
        {view === 'choices' && (
          <>
            <ScreenTitle title="Your organization">
              An organization has members, notes, monitored addresses, and a plan.
            </ScreenTitle>
            <WaysOn
              ways={[
                {
                  icon: Building2,
                  name: 'Create a new organization',
                  text: 'You become its owner and invite your team.',
                  onSelect: () => go('create'),
                },
                {
                  icon: Ticket,
                  name: 'Join with invite code',
                  text: 'Ask a member of the organization for the code.',
                  onSelect: () => go('join'),
                },
                {
                  icon: Clock,
                  name: 'Skip for now',
                  text: 'You can do this later in Settings.',
                  onSelect: () => setSkipping(true),
                },
              ]}
            />
          </>
        )}
      </Stage>
      <ConfirmDialog
        title="Skip for now?"
        open={skipping}
        confirmText="Skip"
        busy={false}
        onConfirm={() => void navigate({ to: '/home/compliance-screener' })}
        onClose={() => setSkipping(false)}
      >
        Notes, members, and monitoring require an organization. You can create or join one at any time in the
        organization settings.
      </ConfirmDialog>
    </>
  );
}

/** Ways to join an organization: by the invitation in the URL, or by choice. */
export function OnboardingPage({ token, org }: { token?: string | undefined; org?: string | undefined }) {
  useDocumentTitle('Welcome');
  return (
    <PlainScreen
      top={
        <>
          <BrandLine>
            <Mark size={30} />
            Hopscope
          </BrandLine>
          <ThemeToggle />
        </>
      }
    >
      {token === undefined ? <Choose /> : <InvitationStep key={token} token={token} org={org} />}
    </PlainScreen>
  );
}
