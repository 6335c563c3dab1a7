import { type MemberRole, type Organization, invitableRoles, texts } from '@hopscope/contract';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { fillText } from '../../../lib/text/fill-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { roleName } from '../../../shared/organization/RoleTag.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useInviteMembers } from '../api/invitations.ts';
import { readInvitees } from '../model/invitees.ts';

/** Invites people by email; failed invitations stay in the form with the reason. */
export function InviteForm({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const toast = useToast();
  const { form, change, reset } = useDraft(`invite:${organization._id}`, { emails: '' });
  const [role, setRole] = useState<MemberRole>('team_member');
  const [problem, setProblem] = useState<string>();
  const invite = useInviteMembers();

  function submit() {
    const read = readInvitees(form.emails);
    setProblem('problem' in read ? read.problem : undefined);
    if ('problem' in read || invite.isPending) return;
    invite.mutate(
      { params: { id: organization._id }, body: { emails: read.emails, role } },
      {
        onSuccess({ data: { invited, failed } }) {
          if (invited.length > 0) {
            const email = invited.map((one) => one.email).join(', ');
            toast.success(fillText(texts.invitationSent, { email }));
          }
          reset({ emails: failed.map(({ email }) => email).join('\n') });
          setProblem(
            failed.length > 0
              ? failed.map(({ email, message }) => `${email}: ${message}`).join(' ')
              : undefined,
          );
          if (failed.length === 0) onClose();
        },
      },
    );
  }

  return (
    <FormStack label="Invite" onSubmit={submit}>
      <TextArea
        label="Email"
        name="emails"
        autoFocus
        placeholder="grace@example.org"
        help="Separate several addresses by commas or line breaks. Each invitation link is valid for 7 days."
        error={problem}
        value={form.emails}
        onChange={(value) => change('emails', value)}
      />
      <SelectField
        label="Role"
        value={role}
        options={invitableRoles(organization.role).map((value) => ({ value, label: roleName(value) }))}
        onChange={setRole}
      />
      <FormFailure text={invite.isError ? formFailure(invite.error, texts.invitationFailed) : undefined} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={invite.isPending}>
          Send invitation
        </Button>
      </Actions>
    </FormStack>
  );
}
