import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useThemeName } from '../../lib/services.ts';
import { useReducedMotion } from '../../lib/use-media.ts';
import { antThemeOf } from './ant-theme.ts';
import { readPalette } from './palette.ts';

/** Gives parts of Ant Design the design's tokens. Each wrapper brings it along, so that pages without such parts load none. */
export function AntTheme({ children }: { children: ReactNode }) {
  const name = useThemeName();
  const still = useReducedMotion();
  const theme = useMemo(() => antThemeOf(name, readPalette(document.body), { still }), [name, still]);
  return (
    <ConfigProvider theme={theme} button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}
