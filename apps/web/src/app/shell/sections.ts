import { Box, Landmark, type LucideIcon } from 'lucide-react';

/** Sections of the application, in the order of the navigation; `key` leads there after G. */
export const sections: readonly {
  to: '/home/block-explorer' | '/home/blockham';
  name: string;
  icon: LucideIcon;
  key: string;
}[] = [
  { to: '/home/block-explorer', name: 'Block Explorer', icon: Box, key: 'b' },
  { to: '/home/blockham', name: 'VASP Entity Explorer', icon: Landmark, key: 'v' },
];
