import { Box, Landmark, type LucideIcon } from 'lucide-react';

/** Sections of the application, in the order of the navigation. */
export const sections: readonly {
  to: '/home/block-explorer' | '/home/blockham';
  name: string;
  icon: LucideIcon;
}[] = [
  { to: '/home/block-explorer', name: 'Block Explorer', icon: Box },
  { to: '/home/blockham', name: 'VASP Entity Explorer', icon: Landmark },
];
