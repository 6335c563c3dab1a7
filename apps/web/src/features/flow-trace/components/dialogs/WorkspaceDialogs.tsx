import { allOf, type CanvasDocument, getOf } from '@hopscope/canvas';
import { type Blockchain } from '@hopscope/domain';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useUser } from '../../../../lib/services.ts';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { ExpandDialog } from './ExpandDialog.tsx';
import { AddNodeDialog, NotesDialog, RenameDialog, TextDialog } from './NodeDialogs.tsx';
import { TutorialDialog } from './TutorialDialog.tsx';
import type { Commands } from '../use-commands.ts';
import type { Picked } from '../use-tracing.ts';

export type OpenDialog =
  | { readonly kind: 'expand' | 'rename' | 'notes'; readonly id: string }
  | { readonly kind: 'tutorial' | 'add' | 'clear' | 'text' | 'settings' }
  | null;

/** All dialogs of FlowTrace; at most one is open. */
export function WorkspaceDialogs({
  dialog,
  store,
  document,
  busy,
  isDrawn,
  commands,
  teamNotes,
  onAddress,
  onAdd,
  onRename,
  onClose,
}: {
  dialog: OpenDialog;
  store: CanvasStore;
  document: CanvasDocument;
  busy: boolean;
  isDrawn: (transferId: string) => boolean;
  commands: Commands;
  teamNotes: (address: string) => ReactNode;
  onAddress: (chain: Blockchain, address: string) => void;
  onAdd: (id: string, picked: Picked) => Promise<void>;
  onRename: (id: string, name: string) => void;
  onClose: () => void;
}) {
  const me = useUser();
  const myName = `${me.name} ${me.surname}`.trim();
  const locked = useStore(store, (state) => state.locked);
  const nodeOf = (kind: 'expand' | 'rename' | 'notes') =>
    dialog?.kind === kind ? getOf(document, 'node', dialog.id) : undefined;
  const noted = nodeOf('notes');
  return (
    <>
      <TutorialDialog open={dialog?.kind === 'tutorial'} onClose={onClose} />
      <ExpandDialog
        node={nodeOf('expand')}
        isDrawn={isDrawn}
        busy={busy}
        onAdd={(picked) => {
          const node = nodeOf('expand');
          if (node) void onAdd(node.id, picked).then(onClose);
        }}
        onClose={onClose}
      />
      <RenameDialog
        node={nodeOf('rename')}
        onName={(name) => {
          const node = nodeOf('rename');
          if (node) onRename(node.id, name);
          onClose();
        }}
        onClose={onClose}
      />
      <NotesDialog
        node={noted}
        notes={noted ? allOf(document, 'note').filter(({ on }) => on === noted.id) : []}
        teamNotes={noted?.address ? teamNotes(noted.address) : null}
        mayRemove={({ author }) => locked === null || (locked.notes && author === myName)}
        onWrite={(text) => noted && commands.writeNote(noted.id, text)}
        onRemove={(note) =>
          store.actions.act({ title: 'Remove note', changes: [{ change: 'remove', record: note }] })
        }
        onClose={onClose}
      />
      <AddNodeDialog
        open={dialog?.kind === 'add'}
        onAddress={(chain, address) => {
          onClose();
          onAddress(chain, address);
        }}
        onCustom={(name) => {
          commands.addCustom(name);
          onClose();
        }}
        onClose={onClose}
      />
      <TextDialog
        open={dialog?.kind === 'text'}
        onText={(text) => store.actions.dispatch({ type: 'write', text })}
        onClose={onClose}
      />
      <ConfirmDialog
        title="Clear all data"
        open={dialog?.kind === 'clear'}
        danger
        busy={false}
        confirmText="Clear all data"
        onConfirm={() => {
          commands.clearNow();
          onClose();
        }}
        onClose={onClose}
      >
        Removes everything from the canvas: addresses, transfers, drawings, and notes. You can undo this.
      </ConfirmDialog>
    </>
  );
}
