import { type Organization, invitableRoles } from '@hopscope/contract';
import { useDeferredValue, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FilterBox } from '../../../ui/form/FilterBox.tsx';
import { List } from '../../../ui/display/List.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Pagination } from '../../../ui/display/Pagination.tsx';
import { TableFoot } from '../../../ui/display/RowTable.tsx';
import { membersPageSize, useMembers } from '../api/members.ts';
import { InviteCodeCard } from './InviteCodeCard.tsx';
import { InviteForm } from './InviteForm.tsx';
import { MemberItem } from './MemberItem.tsx';
import { PendingItem } from './PendingItem.tsx';

/** Tab People: members, open invitations, the invite code. */
export function PeopleSection({ organization, page }: { organization: Organization; page: number }) {
  const { count } = useFormats();
  const [search, setSearch] = useState('');
  const [inviting, setInviting] = useState(false);
  const query = useMembers(organization._id, page, useDeferredValue(search.trim()));
  const { maxMembers, inviteCode } = organization.settings;
  const members = `${count(organization.memberCount)} / ${maxMembers === null ? 'no limit' : count(maxMembers)}`;
  const close = () => setInviting(false);

  return (
    <>
      <LoadedCard
        title="Members"
        count={`Active members: ${members}`}
        query={query}
        failure="Failed to load members"
        extra={
          invitableRoles(organization.role).length > 0 && (
            <Button kind="primary" onClick={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      >
        {({ data, total }) => (
          <>
            <FilterBox
              label="Search members"
              placeholder="Name or email"
              value={search}
              onChange={setSearch}
            />
            {data.length === 0 ? (
              <EmptyState title="No matches">No members or open invitations match.</EmptyState>
            ) : (
              <List label="Members">
                {data.map((member) =>
                  member.status === 'active' ? (
                    <MemberItem key={member._id} organization={organization} member={member} />
                  ) : (
                    <PendingItem key={member._id} organization={organization} member={member} />
                  ),
                )}
              </List>
            )}
            {total > membersPageSize && (
              <TableFoot pager={<Pagination page={page} totalPages={Math.ceil(total / membersPageSize)} />}>
                {count(total)} members and invitations
              </TableFoot>
            )}
          </>
        )}
      </LoadedCard>
      {inviteCode !== null && <InviteCodeCard organization={organization} code={inviteCode} />}
      <Dialog title={`Invite to ${organization.name}`} open={inviting} onClose={close}>
        <InviteForm organization={organization} onClose={close} />
      </Dialog>
    </>
  );
}
