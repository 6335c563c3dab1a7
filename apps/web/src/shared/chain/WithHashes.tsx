import type { ReactNode } from 'react';
import { splitHashes } from './split-hashes.ts';
import { Text } from '../../ui/text/Text.tsx';

/** A text with addresses and hashes in monospaced font. */
export function WithHashes({ children }: { children: string }): ReactNode {
  const parts = splitHashes(children);
  if (parts.length === 1 && !parts[0]?.isHash) return children;
  return parts.map(({ text, isHash, at }) =>
    isHash ? (
      <Text key={at} mono>
        {text}
      </Text>
    ) : (
      text
    ),
  );
}
