import type { User } from '@hopscope/contract';
import type { PalettePage } from '../../features/palette/model/commands.ts';
import { sections } from './sections.ts';

const settings: readonly (readonly [path: string, name: string])[] = [
  ['profile', 'Profile Information'],
  ['invitations', 'Pending Invitations'],
  ['organization', 'Organization'],
  ['organization/people', 'People'],
  ['organization/notes', 'Notes'],
  ['subscription', 'Subscription'],
  ['preferences', 'Preferences'],
  ['notifications', 'Notifications'],
  ['security', 'Security Settings'],
];

/** Pages for those who may read the audit log, which are also those who may manage API keys. */
const ownerPages: readonly PalettePage[] = [
  { name: 'Settings: API keys', href: '/home/settings/api-keys' },
  { name: 'Settings: Audit log', href: '/home/settings/audit-log' },
];

/** Pages that the palette offers; those that the person may not open are marked. */
export function palettePages({ audits, user }: { audits: boolean; user: User }): PalettePage[] {
  return [
    ...sections.map(({ to, name, key }) => ({ name, href: to, keys: `G ${key.toUpperCase()}` })),
    { name: 'VASP Entity Explorer: Changes', href: '/home/blockham/changes' },
    { name: 'Compliance Screener: Active Cases', href: '/home/compliance-screener?tab=active' },
    { name: 'Compliance Screener: Monitored Addresses', href: '/home/compliance-screener?tab=addresses' },
    { name: 'Compliance Screener: Archived Cases', href: '/home/compliance-screener?tab=archived' },
    { name: 'Compliance Screener: Label changes', href: '/home/compliance-screener/changes' },
    { name: 'Compliance Screener: Wallets', href: '/home/compliance-screener/wallets' },
    { name: 'Compliance Screener: Checks', href: '/home/compliance-screener/checks' },
    { name: 'Compliance Screener: Travel Rule', href: '/home/compliance-screener/travel-rule' },
    { name: 'Compliance Screener: Batches', href: '/home/compliance-screener/batches' },
    { name: 'Compliance Screener: Team', href: '/home/compliance-screener/team' },
    { name: 'Sample: Compliance Dashboard', href: '/home/compliance-dashboard' },
    { name: 'Sample: Case Management', href: '/home/compliance-dashboard?tab=active' },
    { name: 'Sample: Monitored Addresses', href: '/home/compliance-dashboard?tab=addresses' },
    { name: 'Sources and status', href: '/home/status' },
    ...settings.map(([path, name]) => ({ name: `Settings: ${name}`, href: `/home/settings/${path}` })),
    ...(audits ? ownerPages : []),
    ...(user.provider ? [{ name: 'Admin Panel', href: '/home/admin' }] : []),
  ];
}
