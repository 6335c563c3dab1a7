import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TabLinks, tabLinkClass } from '../../../ui/layout/TabLinks.tsx';
import css from './SampleDialog.module.css';

/** Returns the last defined value, which a dialog shows until it is closed. */
export function useLast<Thing>(thing: Thing | undefined): Thing | undefined {
  const [last, setLast] = useState(thing);
  if (thing !== undefined && thing !== last) setLast(thing);
  return thing ?? last;
}

/** A dialog of the samples; each of its tabs has its own URL. */
export function SampleDialog<Part extends string>({
  title,
  open,
  head,
  parts,
  part,
  onClose,
  children,
}: {
  title: string;
  open: boolean;
  head?: ReactNode;
  parts: Readonly<Record<Part, string>>;
  part: Part;
  onClose: () => void;
  children: ReactNode;
}) {
  const names = Object.entries(parts) as [Part, string][];
  return (
    <Dialog title={title} open={open} width={880} onClose={onClose}>
      <Notice kind="part" icon={<FlaskConical size={16} strokeWidth={1.6} aria-hidden="true" />}>
        <b>Sample data.</b> These figures are fictional, and changes are not saved.
      </Notice>
      {head}
      <TabLinks label={`Parts of: ${title}`}>
        {names.map(([key, name], place) => (
          <Link
            key={key}
            to="."
            search={(previous) => ({ ...previous, part: place === 0 ? undefined : key })}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            className={tabLinkClass}
            {...(key === part ? { 'aria-current': 'page' as const } : { 'aria-current': undefined })}
            replace
            resetScroll={false}
          >
            {name}
          </Link>
        ))}
      </TabLinks>
      <div className={css.part}>{children}</div>
    </Dialog>
  );
}

/** A placeholder in a dialog. */
export function Placeholder({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.placeholder}>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  );
}

/** A titled list of lines. */
export function Prose({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.lines}>
      <h3>{title}</h3>
      <ul aria-label={title}>{children}</ul>
    </section>
  );
}

/** A line: text on the left, tags on the right. */
export function Line({ marks, children }: { marks?: ReactNode; children: ReactNode }) {
  return (
    <li className={css.line}>
      <span className={css.words}>{children}</span>
      {marks !== undefined && <span className={css.marks}>{marks}</span>}
    </li>
  );
}
