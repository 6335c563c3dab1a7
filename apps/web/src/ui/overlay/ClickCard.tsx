import { lazy, type ReactElement, type ReactNode } from 'react';
import { PanelOpener } from './PanelOpener.tsx';

const load = async () => ({ default: (await import('./ClickPanel.tsx')).ClickPanel });
const ClickPanel = lazy(load);

/** Content about the button inside, shown after a click. */
export function ClickCard({
  title,
  content,
  children,
}: {
  title: string;
  content: ReactNode;
  children: ReactElement;
}) {
  return (
    <PanelOpener
      kind="dialog"
      load={load}
      panel={(opened) => (
        <ClickPanel title={title} {...opened}>
          {content}
        </ClickPanel>
      )}
    >
      {children}
    </PanelOpener>
  );
}
