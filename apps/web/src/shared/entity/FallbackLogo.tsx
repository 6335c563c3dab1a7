import type { FallbackLogo as Kind } from '@hopscope/contract';
import { fallbackLogoPaths } from './fallback-logo-paths.ts';

/** A drawing for this entity type. */
export function FallbackLogo({ kind }: { kind: Kind }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="66%"
      height="66%"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-kind={kind}
    >
      <path d={fallbackLogoPaths[kind]} />
    </svg>
  );
}
