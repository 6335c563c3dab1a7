import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useSingleKeys } from '../../../lib/browser/single-keys.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import css from './KeysDialog.module.css';

interface Key {
  /** Keys pressed one after another. */
  keys: readonly string[];
  does: string;
}

const anywhere: readonly Key[] = [{ keys: ['Ctrl K'], does: 'Command palette (⌘ K on a Mac)' }];
const single: readonly Key[] = [
  { keys: ['/'], does: 'Search' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['o'], does: 'Show or hide row details' },
  { keys: ['n'], does: 'Next page' },
  { keys: ['p'], does: 'Previous page' },
  { keys: [']'], does: 'Next block' },
  { keys: ['['], does: 'Previous block' },
  { keys: ['r'], does: 'Review the open transaction (Compliance Screener)' },
  { keys: ['a'], does: 'Approve the transaction' },
  { keys: ['h'], does: 'Put the transaction on hold' },
  { keys: ['c'], does: 'Close the transaction with a note' },
  { keys: ['s'], does: 'Snooze the transaction' },
  { keys: ['n'], does: 'Take the next transaction (Compliance Screener)' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
];

function Rows({ keys }: { keys: readonly Key[] }) {
  return (
    <dl className={css.keys}>
      {keys.map(({ keys: presses, does }) => (
        <Fragment key={does}>
          <dt>
            {presses.map((press) => (
              <kbd key={press}>{press}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** List of keyboard shortcuts; keys of sections follow G. */
export function KeysDialog({
  sections,
  onClose,
}: {
  sections: readonly { name: string; key: string }[];
  onClose: () => void;
}) {
  const on = useSingleKeys();
  const places = sections.map(({ name, key }) => ({ keys: ['g', key], does: name }));
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose}>
      <Rows keys={on ? [...anywhere, ...places, ...single] : anywhere} />
      <Text tone={3} size={12}>
        Single-key shortcuts are {on ? 'on' : 'off'}. They are inactive while you type. Turn them{' '}
        {on ? 'off' : 'on'} in{' '}
        <Link to="/home/settings/preferences" onClick={onClose}>
          Preferences
        </Link>
        .
      </Text>
    </Dialog>
  );
}
