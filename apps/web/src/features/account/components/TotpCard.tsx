import { recoveryCodeCount } from '@hopscope/contract';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useRemoveTotp, useRenewRecoveryCodes } from '../api/security.ts';
import type { SecurityView } from '../model/security-view.ts';
import { ProvenDialog } from './ProvenDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpSetup } from './TotpSetup.tsx';

type Open = 'setup' | 'remove' | 'renew';

/** The authenticator app and the recovery codes. */
export function TotpCard({ security }: { security: SecurityView }) {
  const { date, counted } = useFormats();
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<readonly string[]>();
  const remove = useRemoveTotp();
  const renew = useRenewRecoveryCodes();
  const { enabled, since } = security.totp;
  const close = () => setOpen(undefined);
  const factor = enabled || security.passkeys.length > 0;

  function show(made: readonly string[]) {
    close();
    setCodes(made);
  }

  return (
    <Card title="Second factor">
      <List label="Second factor">
        <ListItem
          title={
            <>
              Authenticator app
              {enabled ? <Tag tone="green">On</Tag> : <Tag>Off</Tag>}
            </>
          }
          text={
            enabled
              ? `Required after your password${since === null ? '' : `, since ${date(since)}`}`
              : 'A code that changes every 30 seconds, required after your password.'
          }
          actions={
            enabled ? (
              <Button onClick={() => setOpen('remove')}>Turn off</Button>
            ) : (
              <Button onClick={() => setOpen('setup')}>Set up</Button>
            )
          }
        />
        {factor && (
          <ListItem
            title="Recovery codes"
            text={`${counted(security.recoveryCodesLeft, 'code')} left of ${recoveryCodeCount}; each replaces a lost device once.`}
            actions={
              <Button label="Generate new recovery codes" onClick={() => setOpen('renew')}>
                Generate new codes
              </Button>
            }
          />
        )}
      </List>
      <Dialog title="Set up your authenticator app" open={open === 'setup'} onClose={close}>
        <TotpSetup security={security} onDone={show} onClose={close} />
      </Dialog>
      <ProvenDialog
        title="Turn off the authenticator app?"
        open={open === 'remove'}
        confirmText="Turn off"
        danger
        security={security}
        run={(body) => remove.mutateAsync({ body })}
        failure="The authenticator app could not be turned off."
        onClose={close}
      >
        Unless you have a passkey, only your password will protect your account. Organizations that require a
        second factor deny access until you set one up again.
      </ProvenDialog>
      <ProvenDialog
        title="Generate new recovery codes?"
        open={open === 'renew'}
        confirmText="Generate new codes"
        security={security}
        run={async (body) => setCodes((await renew.mutateAsync({ body })).data.recoveryCodes)}
        failure="The codes could not be generated."
        onClose={close}
      >
        Your current codes stop working.
      </ProvenDialog>
      <Dialog title="Your recovery codes" open={codes !== undefined} onClose={() => setCodes(undefined)}>
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Dialog>
    </Card>
  );
}
