import { renamePasskey } from '@hopscope/contract';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { passkeysOffered, passkeyFailure } from '../../../lib/browser/passkeys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Dialog, Actions } from '../../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useRemovePasskey, useRenamePasskey, useAddPasskey } from '../api/security.ts';
import type { SecurityView } from '../model/security-view.ts';
import { ProvenDialog } from './ProvenDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useProofForm } from '../model/proof.ts';
import { ProofField } from './ProofField.tsx';

/** Names a new passkey and creates it in the browser; the first second factor also creates recovery codes. */
function AddPasskey({
  security,
  onDone,
  onClose,
}: {
  security: SecurityView;
  onDone: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}) {
  const proof = useProofForm(security);
  const add = useAddPasskey();

  const form = useForm({
    start: { name: '' },
    read: (values) =>
      readForm(undefined, values.name.trim(), blankFields(values, { name: 'Please enter a name' })),
    send: (name) => add.mutateAsync({ name, proof: proof.body }),
    sent: ({ recoveryCodes }) => onDone(recoveryCodes),
    failure: 'The passkey could not be added.',
    refused(thrown) {
      proof.onFailure(thrown);
      return passkeyFailure(thrown) ?? failureMessage(thrown, 'The passkey could not be added.');
    },
  });

  return (
    <FormStack label="Add a passkey" onSubmit={() => (proof.ready ? form.submit() : undefined)}>
      <Field
        label="Name"
        size="middle"
        autoFocus
        maxLength={60}
        placeholder="Work laptop"
        help="Displayed in the list of passkeys."
        {...form.field('name')}
        name="passkey-name"
      />
      <ProofField proof={proof} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy} disabled={!proof.ready}>
          Continue
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Renames a passkey. */
function RenamePasskey({ passkey, onDone }: { passkey: { id: string; name: string }; onDone: () => void }) {
  const rename = useRenamePasskey();
  const form = useForm({
    start: { name: passkey.name },
    read: (values) =>
      readForm(
        renamePasskey.body,
        { name: values.name.trim() },
        blankFields(values, { name: 'Please enter a name' }),
      ),
    send: (body) => rename.mutateAsync({ params: { id: passkey.id }, body }),
    sent: onDone,
    failure: 'The passkey could not be renamed.',
  });

  return (
    <FormStack label="Rename passkey" onSubmit={form.submit}>
      <Field
        label="Name"
        size="middle"
        autoFocus
        maxLength={60}
        {...form.field('name')}
        name="passkey-name"
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onDone}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Rename
        </Button>
      </Actions>
    </FormStack>
  );
}

type Passkey = SecurityView['passkeys'][number];
type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** Passkeys: each signs in alone and counts as a second factor. */
export function PasskeysCard({ security }: { security: SecurityView }) {
  const toast = useToast();
  const { date } = useFormats();
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<readonly string[]>();
  const remove = useRemovePasskey();
  const close = () => setOpen(undefined);
  const used = ({ createdAt, lastUsedAt }: Passkey) =>
    `Added ${date(createdAt)}, ${lastUsedAt === null ? 'not used yet' : `last used ${date(lastUsedAt)}`}`;

  return (
    <Card
      title="Passkeys"
      extra={
        passkeysOffered() && (
          <Button size="small" onClick={() => setOpen({ kind: 'add' })}>
            Add passkey
          </Button>
        )
      }
    >
      {security.passkeys.length === 0 ? (
        <EmptyState title="No passkeys">
          {passkeysOffered()
            ? 'A passkey signs you in with your fingerprint, face, PIN, or security key. It cannot be phished.'
            : 'Passkeys need an HTTPS address with a host name, or localhost. Ask the operator for one.'}
        </EmptyState>
      ) : (
        <List label="Passkeys">
          {security.passkeys.map((passkey) => (
            <ListItem
              key={passkey.id}
              icon={<Fingerprint size={18} strokeWidth={1.6} aria-hidden="true" />}
              title={passkey.name}
              text={used(passkey)}
              actions={
                <>
                  <Button
                    size="small"
                    label={`Rename ${passkey.name}`}
                    onClick={() => setOpen({ kind: 'rename', passkey })}
                  >
                    Rename
                  </Button>
                  <Button
                    size="small"
                    label={`Remove ${passkey.name}`}
                    onClick={() => setOpen({ kind: 'remove', passkey })}
                  >
                    Remove
                  </Button>
                </>
              }
            />
          ))}
        </List>
      )}
      <Dialog title="Add a passkey" open={open?.kind === 'add'} onClose={close}>
        <AddPasskey
          security={security}
          onClose={close}
          onDone={(made) => {
            close();
            toast.success('Passkey added');
            if (made) setCodes(made);
          }}
        />
      </Dialog>
      <Dialog title="Rename passkey" open={open?.kind === 'rename'} onClose={close}>
        {open?.kind === 'rename' && <RenamePasskey passkey={open.passkey} onDone={close} />}
      </Dialog>
      <ProvenDialog
        title={open?.kind === 'remove' ? `Remove ${open.passkey.name}?` : ''}
        open={open?.kind === 'remove'}
        confirmText="Remove"
        danger
        security={security}
        run={async (body) => {
          if (open?.kind === 'remove') await remove.mutateAsync({ params: { id: open.passkey.id }, body });
        }}
        failure="The passkey could not be removed."
        onClose={close}
      >
        It can no longer sign you in. The passkey itself stays on your device until you delete it there.
      </ProvenDialog>
      <Dialog title="Your recovery codes" open={codes !== undefined} onClose={() => setCodes(undefined)}>
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Dialog>
    </Card>
  );
}
