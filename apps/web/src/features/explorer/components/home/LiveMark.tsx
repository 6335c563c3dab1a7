import type { LiveState } from '../../../../lib/stream/live-stream.ts';
import { useLiveState } from '../../../../lib/stream/use-live.ts';
import { LiveDot } from '../../../../ui/feedback/LiveDot.tsx';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import { Text } from '../../../../ui/text/Text.tsx';

const words: Record<LiveState, string | null> = {
  off: null,
  connecting: null,
  live: null,
  reconnecting: 'Reconnecting',
  offline: 'Offline',
};

/** Indicates whether figures update live; while they don't, the dot is dashed and a word gives the reason. */
export function LiveMark() {
  const state = useLiveState();
  const word = words[state];
  return (
    <span role="status" data-live={state}>
      <LiveDot on={state === 'live'} />
      {word === null ? (
        <ScreenReaderText>{state === 'live' ? 'Live' : ''}</ScreenReaderText>
      ) : (
        <Text tone={3} size={12}>
          {' '}
          {word}
        </Text>
      )}
    </span>
  );
}
