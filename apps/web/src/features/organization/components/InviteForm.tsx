import {
  type MemberRole,
  type Organization,
  invitableRoles,
  texts,
  invitationEndpoints,
} from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
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

const emptyInvitation: { emails: string; role: MemberRole } = { emails: '', role: 'team_member' };

/** Invites people by email; failed invitations stay in the form with the reason. */
export function InviteForm({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const toast = useToast();
  const invite = useInviteMembers();
  const form = useForm({
    start: emptyInvitation,
    draft: `invite:${organization._id}`,
    read({ emails, role }) {
      const read = readInvitees(emails);
      return 'problem' in read
        ? { problems: { emails: read.problem } }
        : readForm(invitationEndpoints.inviteMembers.body, { emails: read.emails, role });
    },
    send: (body) => invite.mutateAsync({ params: { id: organization._id }, body }),
    sent({ data: { invited, failed } }, { reset }) {
      if (invited.length > 0) {
        const email = invited.map((one) => one.email).join(', ');
        toast.success(fillText(texts.invitationSent, { email }));
      }
      if (failed.length === 0) {
        reset();
        onClose();
        return;
      }
      reset({ ...form.values, emails: failed.map(({ email }) => email).join('\n') });
      form.showProblems({ emails: failed.map(({ email, message }) => `${email}: ${message}`).join(' ') });
    },
    failure: texts.invitationFailed,
  });

  return (
    <FormStack label="Invite" onSubmit={form.submit}>
      <TextArea
        label="Email"
        autoFocus
        placeholder="grace@example.org"
        help="Separate several addresses by commas or line breaks. Each invitation link is valid for 7 days."
        {...form.field('emails')}
      />
      <SelectField
        label="Role"
        options={invitableRoles(organization.role).map((value) => ({ value, label: roleName(value) }))}
        {...form.field('role')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Send invitation
        </Button>
      </Actions>
    </FormStack>
  );
}
