import type { CanvasDocument, CanvasNode } from '@hopscope/canvas';
import { type Blockchain, chains, shortAddress } from '@hopscope/domain';
import { CircleAlert, CircleCheck, Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { networkOf } from '../../../../lib/search/network-of.ts';
import { useServerHealth } from '../../../../lib/server-health.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { findNodes } from '../../model/find-nodes.ts';
import { titleOf } from '../../model/node-labels.ts';
import { type AddressInput, readAddress } from '../../model/read-address.ts';
import { flowTexts } from '../../model/texts.ts';
import css from './AddressField.module.css';

function AddressProblem({
  input,
  pressed,
  onTake,
}: {
  input: AddressInput;
  pressed: boolean;
  onTake: (text: string) => void;
}) {
  if (input.kind === 'empty') return pressed ? 'Please enter a Bitcoin or Ethereum address' : null;
  if (input.kind === 'address') {
    return (
      <span className={css.right}>
        <CircleCheck size={13} strokeWidth={2} aria-hidden="true" />
        {`${chains[input.chain].name} address`}
      </span>
    );
  }
  const { title, reason, suggestion } = input;
  return (
    <span className={css.wrong}>
      <CircleAlert size={13} strokeWidth={2} aria-hidden="true" />
      <span>
        <b>{title}.</b> {reason}{' '}
        {suggestion !== undefined && (
          <TextButton onClick={() => onTake(suggestion)}>Use {suggestion}</TextButton>
        )}
      </span>
    </span>
  );
}

/** Tests whether the title of a node is not its address already. */
const named = (node: CanvasNode): boolean =>
  node.address !== null && titleOf(node) !== shortAddress(node.address);

/** Maximum number of nodes listed. */
const mostFound = 8;

/**
 * Search field of FlowTrace: traces an address, which is validated as the user types, and finds nodes of a canvas by name or
 * part of the address.
 */
export function AddressField({
  document,
  large = false,
  autoFocus = false,
  onTrace,
  onFind,
}: {
  /** Document to search; undefined: none. */
  document?: CanvasDocument;
  large?: boolean;
  autoFocus?: boolean;
  onTrace: (chain: Blockchain, address: string) => void;
  /** Called with the ID of a node. */
  onFind?: (id: string) => void;
}) {
  const id = useId();
  const { data: health } = useServerHealth();
  const [text, setText] = useState('');
  const [pressed, setPressed] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const input = readAddress(text, networkOf(health?.bitcoin.network));
  const found = useMemo(() => (document ? findNodes(document, text, mostFound) : []), [document, text]);

  function clear(): void {
    setText('');
    setPressed(false);
  }

  function find({ id: node }: CanvasNode): void {
    onFind?.(node);
    clear();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setPressed(true);
    const [first] = found;
    if (input.kind === 'address') {
      onTrace(input.chain, input.address);
      clear();
    } else if (first) find(first);
  }

  function move(event: KeyboardEvent): void {
    if (event.key === 'Escape' && text !== '') return clear();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || found.length === 0) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const now = buttons.indexOf(globalThis.document.activeElement as HTMLButtonElement);
    buttons[(now + step + buttons.length) % buttons.length]?.focus();
  }

  return (
    <form
      className={large ? `${css.form} ${css.large}` : css.form}
      role="search"
      aria-label="FlowTrace"
      onSubmit={submit}
      onKeyDown={move}
    >
      <div className={css.line}>
        <div className={css.field} data-state={found.length > 0 ? 'found' : input.kind}>
          <Search size={16} strokeWidth={1.6} aria-hidden="true" />
          <input
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={2000}
            // The empty page starts with a search.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={autoFocus}
            aria-label="Address to trace"
            aria-invalid={
              (input.kind === 'wrong' && found.length === 0) || (pressed && input.kind === 'empty')
            }
            aria-describedby={`${id}-said`}
            placeholder={flowTexts.placeholder}
            value={text}
            onChange={(event) => {
              setPressed(false);
              setText(event.target.value);
            }}
          />
        </div>
        <Button kind="primary" size={large ? 'large' : 'middle'} submit>
          Trace
        </Button>
      </div>
      <p id={`${id}-said`} className={css.problem} aria-live="polite">
        {found.length === 0 && <AddressProblem input={input} pressed={pressed} onTake={setText} />}
      </p>
      {found.length > 0 && (
        <ul ref={list} className={css.found} aria-label="On this canvas">
          {found.map((node) => (
            <li key={node.id}>
              <button type="button" onClick={() => find(node)}>
                <b>{titleOf(node)}</b>
                {named(node) && <span>{shortAddress(node.address ?? '')}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
