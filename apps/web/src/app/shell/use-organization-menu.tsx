import { useNavigate } from '@tanstack/react-router';
import { Building2, Check, Plus } from 'lucide-react';
import { useActiveOrganization } from '../../lib/organizations/use-organizations.ts';
import { useServices } from '../../lib/services.ts';
import type { PopupMenuGroup } from '../../ui/overlay/PopupMenu.tsx';

const icon = { size: 16, strokeWidth: 1.6 };

/** Returns the menu entries that switch the active organization, and the name of the active one (undefined: none). */
export function useOrganizationMenu(): { name: string | undefined; group: PopupMenuGroup } {
  const navigate = useNavigate();
  const { activeOrganization } = useServices();
  const { organization: active, organizations } = useActiveOrganization();
  return {
    name: active?.name,
    group: {
      title: 'Organization',
      items: [
        ...organizations.map(({ _id, name }) => ({
          key: _id,
          label: name,
          icon: _id === active?._id ? <Check {...icon} aria-label="Active" /> : <Building2 {...icon} />,
          onSelect: () => activeOrganization.choose(_id),
        })),
        {
          key: 'onboarding',
          label: 'Create or join...',
          icon: <Plus {...icon} />,
          onSelect: () => void navigate({ to: '/onboarding', search: {} }),
        },
      ],
    },
  };
}
