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
  icon: LucideIcon;
  key: string;
}[] = [
  { to: '/home/block-explorer', name: 'Block Explorer', icon: Box, key: 'b' },
  { to: '/home/risk-dashboard', name: 'Risk Dashboard', icon: Gauge, key: 'r' },
  { to: '/home/flow-trace', name: 'FlowTrace', icon: Waypoints, key: 'f' },
  { to: '/home/blockham', name: 'VASP Entity Explorer', icon: Landmark, key: 'v' },
  { to: '/home/compliance-screener', name: 'Compliance Screener', icon: ShieldCheck, key: 'c' },
  { to: '/home/cases', name: 'Cases', icon: BriefcaseBusiness, key: 'i' },
  { to: '/home/sars', name: 'Reports (SAR)', icon: FileCheck, key: 's' },
  { to: '/home/alerts', name: 'Alerts', icon: Bell, key: 'a' },
];
