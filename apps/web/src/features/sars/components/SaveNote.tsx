import { Text } from '../../../ui/text/Text.tsx';
import type { SaveState } from './use-draft.ts';

const words: Readonly<Record<SaveState, string>> = {
  saved: 'Draft saved',
  typing: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Not saved',
};

/** Save state of typed text. */
export function SaveNote({ state, failure }: { state: SaveState; failure: string | undefined }) {
  return (
    <output>
      <Text tone={2}>{failure === undefined ? words[state] : `${words[state]}: ${failure}`}</Text>
    </output>
  );
}
