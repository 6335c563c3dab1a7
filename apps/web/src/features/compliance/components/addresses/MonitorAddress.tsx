import type { Organization } from '@hopscope/contract';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { LinkButton } from '../../../../ui/button/LinkButton.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { SameWidth } from '../../../../ui/text/SameWidth.tsx';
import { useMonitored } from '../../api/monitored-addresses.ts';

/** Loaded when it is opened: pages with this button have no other form. */
const AddAddress = lazy(async () => ({ default: (await import('./AddAddress.tsx')).AddAddress }));

const labels = ['Monitor', 'Monitored'];
const icon = <Eye size={14} strokeWidth={1.6} aria-hidden="true" />;

/** The button before it is known whether the address is monitored. */
export function MonitorAddressRoom() {
  return (
    <Button icon={icon} disabled>
      <SameWidth text="Monitor" all={labels} />
    </Button>
  );
}

/** Button that monitors an address; a link to its entry if it is monitored already. */
export function MonitorAddress({ address, organization }: { address: string; organization: Organization }) {
  const [open, setOpen] = useState(false);
  const { data: entry } = useMonitored(organization._id, address);
  if (entry) {
    return (
      <LinkButton to="/home/compliance-screener" search={{ tab: 'addresses', search: address }}>
        {icon}
        <SameWidth text="Monitored" all={labels} />
      </LinkButton>
    );
  }
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        <SameWidth text="Monitor" all={labels} />
      </Button>
      <Dialog title="Add Address" open={open} width={560} onClose={() => setOpen(false)}>
        {open && (
          <Suspense>
            <AddAddress organizationId={organization._id} address={address} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </Dialog>
    </>
  );
}
