import { organizationEndpoints, texts } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { checkForm } from '../../../lib/form-problems.ts';
import { BackLink } from '../../../ui/button/BackLink.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ScreenTitle } from '../../../ui/layout/PlainScreen.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useJoinOrganization } from '../api/organizations.ts';

const { body: schema } = organizationEndpoints.joinOrganization;

/** Joins by an invite code from a member. */
export function JoinForm({ onBack }: { onBack: () => void }) {
  const toast = useToast();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const join = useJoinOrganization();

  function submit() {
    const found = schema && checkForm(schema, { code })?.code;
    setProblem(found);
    if (found !== undefined || join.isPending || join.isSuccess) return;
    join.mutate(
      { body: { code, email: '' } },
      {
        onSuccess() {
          toast.success(texts.organizationJoined);
          void navigate({ to: '/home/block-explorer' });
        },
      },
    );
  }

  return (
    <>
      <BackLink onClick={onBack} />
      <ScreenTitle title="Join with invite code">You join as a team member.</ScreenTitle>
      <FormStack label="Join organization" onSubmit={submit}>
        <Field
          label="Invite code"
          name="code"
          mono
          autoFocus
          maxLength={20}
          error={problem}
          help="6 to 12 uppercase letters, digits, or hyphens."
          value={code}
          onChange={(value) => setCode(value.toUpperCase())}
        />
        {join.isError && (
          <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
            {formFailure(join.error, texts.inviteCodeInvalid)}
          </Notice>
        )}
        <PrimaryButton loading={join.isPending || join.isSuccess}>Join organization</PrimaryButton>
      </FormStack>
    </>
  );
}
