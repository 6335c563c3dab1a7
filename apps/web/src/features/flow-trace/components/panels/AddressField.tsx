import { type Blockchain, chains } from '@hopscope/domain';
import { CircleAlert, CircleCheck, Search } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { networkOf } from '../../../../lib/search/network-of.ts';
import { useServerHealth } from '../../../../lib/server-health.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
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

/** Search field of FlowTrace: validates as the user types and accepts only addresses. */
export function AddressField({
  large = false,
  autoFocus = false,
  onTrace,
}: {
  large?: boolean;
  autoFocus?: boolean;
  onTrace: (chain: Blockchain, address: string) => void;
}) {
  const id = useId();
  const { data: health } = useServerHealth();
  const [text, setText] = useState('');
  const [pressed, setPressed] = useState(false);
  const input = readAddress(text, networkOf(health?.bitcoin.network));

  function submit(event: FormEvent) {
    event.preventDefault();
    setPressed(true);
    if (input.kind !== 'address') return;
    onTrace(input.chain, input.address);
    setText('');
    setPressed(false);
  }

  return (
    <form
      className={large ? `${css.form} ${css.large}` : css.form}
      role="search"
      aria-label="FlowTrace"
      onSubmit={submit}
    >
      <div className={css.line}>
        <div className={css.field} data-state={input.kind}>
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
            aria-invalid={input.kind === 'wrong' || (pressed && input.kind === 'empty')}
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
        <AddressProblem input={input} pressed={pressed} onTake={setText} />
      </p>
    </form>
  );
}
