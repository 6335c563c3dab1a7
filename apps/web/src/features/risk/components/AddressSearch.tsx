import { Search } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { networkOf } from '../../../lib/search/network-of.ts';
import { useServerHealth } from '../../../lib/server-health.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { type AddressInput, readAddressInput } from '../model/read-address.ts';
import { riskTexts } from '../model/texts.ts';
import css from './AddressSearch.module.css';

/** Search field of the dashboard for one address of either chain; shows why other input is invalid. */
export function AddressSearch({
  initial = '',
  onSearch,
}: {
  initial?: string | undefined;
  onSearch: (address: string) => void;
}) {
  const id = useId();
  const { data: health } = useServerHealth();
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<AddressInput>();
  const wrong = problem?.kind === 'wrong' || problem?.kind === 'empty';

  function submit(event: FormEvent) {
    event.preventDefault();
    const input = readAddressInput(text, networkOf(health?.bitcoin.network));
    setProblem(input);
    if (input.kind === 'address') onSearch(input.address);
  }

  return (
    <form className={css.form} role="search" aria-label="Risk Dashboard" onSubmit={submit}>
      <div className={wrong ? `${css.field} ${css.wrong}` : css.field}>
        <Search size={16} strokeWidth={1.6} aria-hidden="true" />
        <input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={2000}
          aria-label="Address to analyze"
          aria-invalid={wrong}
          aria-describedby={`${id}-said`}
          placeholder={riskTexts.placeholder}
          value={text}
          onChange={(event) => {
            setProblem(undefined);
            setText(event.target.value);
          }}
        />
      </div>
      <Button kind="primary" size="large" submit>
        Analyze
      </Button>
      <p id={`${id}-said`} className={css.said} role="alert">
        {problem?.kind === 'empty' && 'Please enter a Bitcoin or Ethereum address'}
        {problem?.kind === 'wrong' && (
          <>
            <b>{problem.title}.</b> {problem.reason}{' '}
            {problem.suggestion !== undefined && (
              <TextButton onClick={() => onSearch(problem.suggestion ?? '')}>
                Search {problem.suggestion}
              </TextButton>
            )}
          </>
        )}
      </p>
    </form>
  );
}
