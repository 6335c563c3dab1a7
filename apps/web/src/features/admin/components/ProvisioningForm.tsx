import { apiBase, type MemberRole, memberRoles, type ProvisionedOrganization } from '@hopscope/contract';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { roleName } from '../../../shared/organization/RoleTag.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { CopyField } from '../../../ui/form/CopyField.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useRemoveProvisioning, useSetProvisioning } from '../api/provisioning.ts';
import { provisioningFields, readProvisioning } from '../model/provisioning-form.ts';

const groupLabels: Readonly<Record<MemberRole, string>> = {
  admin: 'Groups of admins (optional)',
  manager: 'Groups of managers (optional)',
  team_member: 'Groups of team members (optional)',
};
const otherRoles = [
  { value: 'none' as const, label: 'Are not members' },
  ...memberRoles.map((value) => ({ value, label: roleName(value) })),
];

/** Asks before an identity provider is disconnected. */
export function DisconnectDialog({
  organizationId,
  name,
  onClose,
}: {
  organizationId: string;
  name: string;
  onClose: () => void;
}) {
  const toast = useToast();
  const remove = useRemoveProvisioning();
  return (
    <ConfirmDialog
      title={`Disconnect the identity provider of ${name}?`}
      open
      danger
      confirmText="Disconnect"
      busy={remove.isPending}
      failure={
        remove.error
          ? failureMessage(remove.error, 'The identity provider could not be disconnected.')
          : undefined
      }
      onConfirm={() =>
        remove.mutate(
          { params: { organizationId } },
          {
            onSuccess() {
              toast.success('Identity provider disconnected');
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      Members keep their roles. Users and groups that the identity provider has sent are forgotten.
    </ConfirmDialog>
  );
}

/** Lets an identity provider manage the members of an organization. */
export function ProvisioningForm({
  organizationId,
  saved,
  onDisconnect,
  onClose,
}: {
  organizationId: string;
  saved: ProvisionedOrganization | undefined;
  onDisconnect: () => void;
  onClose: () => void;
}) {
  const toast = useToast();
  const { counted } = useFormats();
  const set = useSetProvisioning();
  const form = useForm({
    start: provisioningFields(saved?.rules),
    read: readProvisioning,
    send: (body) => set.mutateAsync({ params: { organizationId }, body }),
    sent() {
      toast.success('Identity provider saved');
      onClose();
    },
    failure: 'The identity provider could not be saved.',
  });
  return (
    <FormStack label="Identity provider" onSubmit={form.submit}>
      <Text tone={2} size={13}>
        The identity provider decides who of these domains is a member, and with which role. Make sure that
        the domains belong to the organization: people can be added without an invitation.
      </Text>
      <TextArea
        label="Email domains"
        placeholder="example.org"
        help="One per line."
        {...form.field('domains')}
      />
      {memberRoles.map((role) => (
        <TextArea
          key={role}
          label={groupLabels[role]}
          optional
          minRows={1}
          {...form.field(role)}
          {...(role === 'admin' && { help: 'Names as in the identity provider, one per line.' })}
        />
      ))}
      <SelectField label="People without such a group" {...form.field('others')} options={otherRoles} />
      <Text tone={2} size={13}>
        {`Base URL for SCIM. As the token, use an API key of the organization with the scope Provision. ${
          saved ? `So far: ${counted(saved.users, 'user')} and ${counted(saved.groups, 'group')}.` : ''
        }`}
      </Text>
      <CopyField value={`${window.location.origin}${apiBase}/scim/v2`} what="the base URL" />
      <FormFailure text={form.failure} />
      <Actions>
        {saved && (
          <Button kind="danger" onClick={onDisconnect}>
            Disconnect
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Save
        </Button>
      </Actions>
    </FormStack>
  );
}
