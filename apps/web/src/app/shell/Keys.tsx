import { may } from '@hopscope/contract';
import { lazy, Suspense, useState } from 'react';
import { useLedgerStatus } from '../../features/explorer/api/ledger-status.ts';
import { useActiveOrganization } from '../../lib/organizations/use-organizations.ts';
import { useUser } from '../../lib/services.ts';
import { palettePages } from './palette-pages.ts';
import { sections } from './sections.ts';
import { useKeys } from './use-keys.ts';

const Palette = lazy(async () => ({ default: (await import('../../features/palette/palette.ts')).Palette }));
const KeysDialog = lazy(async () => ({
  default: (await import('../../features/palette/palette.ts')).KeysDialog,
}));

function OpenPalette({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const { organization } = useActiveOrganization();
  const audits = organization !== undefined && may(organization.role, 'audit.read');
  const ledgers = { bitcoin: useLedgerStatus('bitcoin').data, ethereum: useLedgerStatus('ethereum').data };
  return <Palette ledgers={ledgers} pages={palettePages({ audits, user })} onClose={onClose} />;
}

/** Keyboard shortcuts, the command palette, and the dialog that lists the shortcuts. Palette and dialog are loaded on first use. */
export function Keys() {
  const [open, setOpen] = useState<'palette' | 'help'>();
  useKeys({ onPalette: () => setOpen('palette'), onHelp: () => setOpen('help') });
  const close = () => setOpen(undefined);
  return (
    <Suspense>
      {open === 'palette' && <OpenPalette onClose={close} />}
      {open === 'help' && <KeysDialog sections={sections} onClose={close} />}
    </Suspense>
  );
}
