import {
  type MemberRole,
  type Organization,
  type OrganizationMember,
  assignableRoles,
  canRemoveMember,
  effectiveRole,
  texts,
} from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { fillText } from '../../../lib/text/fill-text.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Avatar } from '../../../ui/text/Avatar.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { RoleTag, roleName } from '../../../shared/organization/RoleTag.tsx';
import { InlineSelect } from '../../../ui/form/SelectField.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useChangeRole, useRemoveMember } from '../api/organization.ts';

/** A member with the actions that the signed-in person may take. */
export function MemberItem({
  organization,
  member,
}: {
  organization: Organization;
  member: OrganizationMember;
}) {
  const { _id: id, ownerId } = organization;
  const toast = useToast();
  const user = useUser();
  const { date } = useFormats();
  const [removing, setRemoving] = useState(false);
  const change = useChangeRole();
  const remove = useRemoveMember();
  const name = `${member.name} ${member.surname}`;
  const userId = member.userId ?? '';
  const target = { userId, role: effectiveRole({ userId, role: member.role }, ownerId) };
  const actor = { userId: user._id, role: organization.role };
  const roles = assignableRoles(actor, target);

  function setRole(role: MemberRole) {
    if (role === member.role) return;
    change.mutate(
      { params: { id, memberId: member._id }, body: { role } },
      {
        onSuccess: () => toast.success(`${name} is now ${roleName(role).toLowerCase()}`),
        onError: (thrown) =>
          toast.error(
            fillText(texts.roleUpdateFailed, { message: failureMessage(thrown, 'Please try again.') }),
          ),
      },
    );
  }

  function confirmRemoval() {
    remove.mutate(
      { params: { id, memberId: member._id } },
      {
        onSuccess() {
          setRemoving(false);
          toast.success(texts.memberRemoved);
        },
      },
    );
  }

  return (
    <>
      <ListItem
        icon={<Avatar name={member.name} surname={member.surname} />}
        title={
          <>
            {name}
            {user._id === userId && (
              <Text tone={3} size={12}>
                you
              </Text>
            )}
          </>
        }
        text={`${member.email}${member.joinedAt === null ? '' : `, joined ${date(member.joinedAt)}`}`}
        actions={
          <>
            {roles.length > 0 ? (
              <InlineSelect
                label={`Role of ${name}`}
                width={132}
                loading={change.isPending}
                disabled={change.isPending}
                value={change.isPending ? change.variables.body.role : member.role}
                options={roles.map((value) => ({ value, label: roleName(value) }))}
                onChange={setRole}
              />
            ) : (
              <RoleTag role={target.role} />
            )}
            {canRemoveMember(actor, target) && (
              <Button size="small" label={`Remove ${name}`} onClick={() => setRemoving(true)}>
                Remove
              </Button>
            )}
          </>
        }
      />
      <ConfirmDialog
        title={`Remove ${name}?`}
        open={removing}
        confirmText="Remove"
        danger
        busy={remove.isPending}
        failure={remove.isError ? failureMessage(remove.error, texts.memberRemoveFailed) : undefined}
        onConfirm={confirmRemoval}
        onClose={() => {
          setRemoving(false);
          remove.reset();
        }}
      >
        {name} loses access to {organization.name} immediately. Their notes are kept.
      </ConfirmDialog>
    </>
  );
}
