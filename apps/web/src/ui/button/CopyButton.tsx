import { texts } from '@hopscope/contract';
import { Check, Copy } from 'lucide-react';
import { createContext, useContext, useEffect, useState } from 'react';
import { copyText } from '../../lib/browser/copy-text.ts';
import css from './CopyButton.module.css';
import { useToast } from '../feedback/toast.tsx';

/** Duration of the copy confirmation in milliseconds; FlowTrace has its own. */
export const CopyFeedbackTime = createContext(2000);

/** Copies `text`; `what` is `address`, `transaction hash`, and so on; `copied` replaces the text of the toast. */
export function CopyButton({
  text,
  what,
  quiet = false,
  copied: toastText,
}: {
  text: string;
  what: string;
  quiet?: boolean;
  copied?: string;
}) {
  const toast = useToast();
  const [copied, setCopied] = useState(false);
  const confirmationMs = useContext(CopyFeedbackTime);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [copied, confirmationMs]);

  async function copy() {
    const done = await copyText(text);
    setCopied(done);
    if (done) toast.success(toastText ?? copiedText(what));
    else toast.error(texts.copyFailed.replace('address', what));
  }

  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className={[css.copy, quiet && css.quiet, copied && css.copied].filter(Boolean).join(' ')}
      aria-label={`Copy ${what}`}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      <Icon size={12} strokeWidth={2} aria-hidden="true" />
    </button>
  );
}

function copiedText(what: string): string {
  return texts.addressCopied.replace('Address', what.charAt(0).toUpperCase() + what.slice(1));
}
