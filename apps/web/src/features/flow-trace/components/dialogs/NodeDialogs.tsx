import { type CanvasNode, type Note } from '@hopscope/canvas';
import { type Blockchain, chains } from '@hopscope/domain';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { networkOf } from '../../../../lib/search/network-of.ts';
import { useServerHealth } from '../../../../lib/server-health.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { titleOf } from '../../model/node-labels.ts';
import { readAddress } from '../../model/read-address.ts';
import css from './NodeDialogs.module.css';

const longestName = 300;
const longestNote = 5000;

function NameForm({
  label,
  initial,
  confirm,
  onName,
  onClose,
}: {
  label: string;
  initial: string;
  confirm: string;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState(initial);
  const ready = name.trim() !== '';
  return (
    <FormStack label={confirm} onSubmit={() => ready && onName(name.trim())}>
      <Field
        size="middle"
        label={label}
        name="name"
        autoFocus
        maxLength={longestName}
        value={name}
        onChange={setName}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" disabled={!ready}>
          {confirm}
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Dialog to rename a node; an empty name changes nothing. */
export function RenameDialog({
  node,
  onName,
  onClose,
}: {
  node: CanvasNode | undefined;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Rename" open={node !== undefined} onClose={onClose}>
      {node && (
        <NameForm
          label="Name"
          initial={node.label === '' ? (node.address === null ? titleOf(node) : '') : node.label}
          confirm="Rename"
          onName={onName}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** Dialog to enter a text for the canvas. */
export function TextDialog({
  open,
  onText,
  onClose,
}: {
  open: boolean;
  onText: (text: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Add text" open={open} onClose={onClose}>
      <NameForm label="Text" initial="" confirm="Add text" onName={onText} onClose={onClose} />
    </Dialog>
  );
}

/** Dialog to add a node: an address, which is traced, or a custom node. */
export function AddNodeDialog({
  open,
  onAddress,
  onCustom,
  onClose,
}: {
  open: boolean;
  onAddress: (chain: Blockchain, address: string) => void;
  onCustom: (name: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Add node" open={open} onClose={onClose}>
      <AddNodeForm onAddress={onAddress} onCustom={onCustom} onClose={onClose} />
    </Dialog>
  );
}

function AddNodeForm({
  onAddress,
  onCustom,
  onClose,
}: {
  onAddress: (chain: Blockchain, address: string) => void;
  onCustom: (name: string) => void;
  onClose: () => void;
}) {
  const { data: health } = useServerHealth();
  const [text, setText] = useState('');
  const input = readAddress(text, networkOf(health?.bitcoin.network));
  const help =
    input.kind === 'address'
      ? `${chains[input.chain].name} address. It will be traced.`
      : 'Enter an address to trace it, or a name to add a custom node.';
  function submit() {
    if (input.kind === 'address') onAddress(input.chain, input.address);
    else if (text.trim() !== '') onCustom(text.trim());
  }
  return (
    <FormStack label="Add node" onSubmit={submit}>
      <Field
        size="middle"
        label="Address or name"
        name="node"
        mono
        autoFocus
        maxLength={longestName}
        value={text}
        help={help}
        onChange={setText}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" disabled={text.trim() === ''}>
          Add
        </Button>
      </Actions>
    </FormStack>
  );
}

function NewNote({ onWrite }: { onWrite: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <FormStack
      label="Write a note"
      onSubmit={() => {
        if (text.trim() === '') return;
        onWrite(text.trim());
        setText('');
      }}
    >
      <TextArea
        label="New note"
        name="note"
        autoFocus
        maxLength={longestNote}
        value={text}
        onChange={setText}
      />
      <Actions>
        <Button submit kind="primary" disabled={text.trim() === ''}>
          Add note
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Notes on a node, stored with the canvas, with access to the team's notes on the address. */
export function NotesDialog({
  node,
  notes,
  teamNotes,
  mayRemove,
  onWrite,
  onRemove,
  onClose,
}: {
  node: CanvasNode | undefined;
  notes: readonly Note[];
  teamNotes: ReactNode;
  mayRemove: (note: Note) => boolean;
  onWrite: (text: string) => void;
  onRemove: (note: Note) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={node ? `Notes: ${titleOf(node)}` : 'Notes'} open={node !== undefined} onClose={onClose}>
      <NewNote onWrite={onWrite} />
      {notes.length === 0 ? (
        <Text tone={3}>No notes on this canvas</Text>
      ) : (
        <ul className={css.notes} aria-label="Notes on the canvas">
          {notes.map((note) => (
            <li key={note.id}>
              <p>{note.text}</p>
              <Text tone={3} size={12}>
                {note.author}, <Time seconds={note.time} to="minute" />
              </Text>
              {mayRemove(note) && (
                <IconButton label="Remove note" onClick={() => onRemove(note)}>
                  <Trash2 size={14} strokeWidth={1.8} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {teamNotes}
    </Dialog>
  );
}
