import { History } from 'lucide-react';
import { Button } from '../../../../ui/button/Button.tsx';
import css from './Documents.module.css';
import type { Version } from './use-version.ts';

/** Replaces the tools while an earlier version is shown. */
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
            ? `Version ${sequence} compared with the current version. Differences are highlighted.`
            : document
              ? `Version ${sequence} (read-only)`
              : `Loading version ${sequence}...`)}
      </span>
      {document && (
        <Button size="small" onClick={() => compare(lines === null)}>
          {lines ? 'Hide comparison' : 'Compare with current'}
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
          Restore this version
        </Button>
      )}
      <Button size="small" kind="primary" onClick={onBack}>
        Back to current version
      </Button>
    </div>
  );
}
