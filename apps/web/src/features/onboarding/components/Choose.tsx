import { useNavigate } from '@tanstack/react-router';
import { Building2, Clock, Ticket } from 'lucide-react';
import { useState } from 'react';
import { WaysOn } from '../../../ui/form/RadioList.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { ScreenTitle } from '../../../ui/layout/PlainScreen.tsx';
import { signUpSteps } from '../../../lib/text/sign-up-steps.ts';
import { StepLine } from '../../../ui/layout/StepLine.tsx';
import { Stage } from '../../../ui/layout/Stage.tsx';
import { useStage } from '../model/stage.ts';
import { CreateForm } from './CreateForm.tsx';
import { JoinForm } from './JoinForm.tsx';

/** Create, join, or skip. */
export function Choose() {
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
