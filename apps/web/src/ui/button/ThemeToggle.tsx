import { Moon, Sun } from 'lucide-react';
import { useServices, useThemeName } from '../../lib/services.ts';
import { IconButton } from './IconButton.tsx';

/** Switches between the dark and the light theme. */
export function ThemeToggle() {
  const { theme } = useServices();
  const dark = useThemeName() === 'dark';
  return (
    <IconButton
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      size={32}
      onClick={theme.toggle}
    >
      {dark ? <Sun size={18} strokeWidth={1.6} /> : <Moon size={18} strokeWidth={1.6} />}
    </IconButton>
  );
}
