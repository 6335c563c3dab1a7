import { pushesFrom, visibleText } from '../script/data-text.ts';

/** Shorter runs of visible characters appear in random bytes by chance. */
const MIN_RUN = 4;

/**
 * Returns the readable text in the script of a coinbase: runs of its pushes (UTF-8, at least four characters), joined by
 * spaces; undefined if there is none.
 */
export function coinbaseText(script: Uint8Array): string | undefined {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const runs = parts(script).flatMap((part) =>
    decoder
      .decode(part)
      .split(/[\ufffd\p{Cc}\p{Co}\p{Cn}]+/u)
      .map((run) => visibleText(run).trim())
      .filter((run) => Array.from(run).length >= MIN_RUN),
  );
  return runs.length > 0 ? runs.join(' ') : undefined;
}

/** Returns the pushes of a valid script, otherwise the whole script: miners don't have to write valid scripts. */
function parts(script: Uint8Array): Uint8Array[] {
  const pushes = pushesFrom(script, 0);
  const pushed = pushes.reduce((sum, push) => sum + push.length + 1, 0);
  return pushed >= script.length ? pushes : [script];
}
