import { BriefcaseBusiness } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

/** Loaded when it is opened: pages with this button have no other form. */
const ChooseCase = lazy(async () => ({ default: (await import('./ChooseCase.tsx')).ChooseCase }));

const icon = <BriefcaseBusiness size={14} strokeWidth={1.6} aria-hidden="true" />;

/** The button before the organization is known. */
export function AddToCaseRoom() {
  return (
    <Button icon={icon} disabled>
      Add to case
    </Button>
  );
}

/** Button that adds an address to an open case. */
export function AddAddressToCase(props: { address: string; organizationId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        Add to case
      </Button>
      <Dialog title="Add to case" open={open} width={560} onClose={() => setOpen(false)}>
        {open && (
          <Suspense>
            <ChooseCase {...props} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </Dialog>
    </>
  );
}
