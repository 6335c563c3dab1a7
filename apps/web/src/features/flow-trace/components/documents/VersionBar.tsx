import { History } from 'lucide-react';
import { Button } from '../../../../ui/button/Button.tsx';
import css from './Documents.module.css';
import type { Version } from './use-version.ts';

/** Stands in the place of the tools while an earlier version is looked at. */
export function VersionBar({
  version,
  mayRestore,
  onBack,
}: {
  version: Version;
  mayRestore: boolean;
  onBack: () => void;
}) {
  const { sequence, document, failure, lines, compare, restore } = version;
  return (
    <div className={css.bar} role="region" aria-label="Version">
      <History size={16} strokeWidth={1.6} aria-hidden="true" />
      <span role="status">
        {failure ??
          (lines
            ? `Version ${sequence} beside now: added, removed, changed and moved are marked.`
            : document
              ? `This is version ${sequence}. It can only be looked at.`
              : `Version ${sequence} is loaded...`)}
      </span>
      {document && (
        <Button size="small" onClick={() => compare(lines === null)}>
          {lines ? 'Show it alone' : 'Compare with now'}
        </Button>
      )}
      {document && mayRestore && (
        <Button
          size="small"
          onClick={() => {
            restore();
            onBack();
          }}
        >
          Bring it back
        </Button>
      )}
      <Button size="small" kind="primary" onClick={onBack}>
        Back to now
      </Button>
    </div>
  );
}
