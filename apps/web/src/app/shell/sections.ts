import {
  Bell,
  Box,
  BriefcaseBusiness,
  FileCheck,
  Gauge,
  Landmark,
  type LucideIcon,
  ShieldCheck,
  Waypoints,
} from 'lucide-react';

/** Groups of sections in the sidebar, in order. */
export const sectionGroups = ['Investigate', 'Monitor'] as const;

/** What a counter beside a section counts. */
export type SectionCounter = 'unassigned' | 'alerts';

/** Sections of the application in navigation order; `key` opens a section after G. */
export const sections: readonly {
  to:
    | '/home/block-explorer'
    | '/home/risk-dashboard'
    | '/home/flow-trace'
    | '/home/blockham'
    | '/home/compliance-screener'
    | '/home/cases'
    | '/home/sars'
    | '/home/alerts';
  name: string;
  /** Where there is little room; a part of the name. */
  short?: string;
  icon: LucideIcon;
  key: string;
  group: (typeof sectionGroups)[number];
  counter?: SectionCounter;
}[] = [
  {
    to: '/home/block-explorer',
    name: 'Block Explorer',
    short: 'Explorer',
    icon: Box,
    key: 'b',
    group: 'Investigate',
  },
  {
    to: '/home/risk-dashboard',
    name: 'Risk Dashboard',
    short: 'Risk',
    icon: Gauge,
    key: 'r',
    group: 'Investigate',
  },
  { to: '/home/flow-trace', name: 'FlowTrace', icon: Waypoints, key: 'f', group: 'Investigate' },
  { to: '/home/blockham', name: 'VASP Entity Explorer', icon: Landmark, key: 'v', group: 'Investigate' },
  {
    to: '/home/compliance-screener',
    name: 'Compliance Screener',
    short: 'Screener',
    icon: ShieldCheck,
    key: 'c',
    group: 'Monitor',
    counter: 'unassigned',
  },
  { to: '/home/cases', name: 'Cases', icon: BriefcaseBusiness, key: 'i', group: 'Monitor' },
  { to: '/home/sars', name: 'Reports (SAR)', icon: FileCheck, key: 's', group: 'Monitor' },
  { to: '/home/alerts', name: 'Alerts', icon: Bell, key: 'a', group: 'Monitor', counter: 'alerts' },
];
