import { useUser } from '../../../../lib/services.ts';
import { useMembers } from '../../api/document-queries.ts';

/** Returns a function that returns the display name of a step's author by user ID. */
export function useAuthorNames(organizationId: string): (author: string) => string {
  const { _id: me } = useUser();
  const members = useMembers(organizationId, true).data ?? [];
  return (author) => {
    if (author === me) return 'You';
    const member = members.find(({ userId }) => userId === author);
    return member ? `${member.name} ${member.surname}`.trim() : 'Former member';
  };
}
