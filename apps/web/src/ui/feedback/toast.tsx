import { toastSeconds } from '@hopscope/contract';
import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react';
import css from './toast.module.css';

/** Short messages: 4 seconds, at most one, at most 420 px wide. */
export interface Toast {
  success(text: string): void;
  error(text: string): void;
}

interface Shown {
  /** Distinguishes two messages with the same text. */
  id: number;
  kind: 'success' | 'error';
  text: string;
}

const ToastContext = createContext<Toast | null>(null);

/** A message that closes by itself, but not while the pointer is on it. */
function Message({ shown: { kind, text }, onGone }: { shown: Shown; onGone: () => void }) {
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    if (isHovered) return;
    const timer = setTimeout(onGone, toastSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isHovered, onGone]);
  const Icon = kind === 'success' ? CircleCheck : CircleX;
  return (
    <div className={css.toast} onMouseEnter={() => setHovered(true)} onMouseLeave={() => setHovered(false)}>
      <Icon size={16} strokeWidth={1.8} color={`var(--${kind})`} aria-hidden="true" className={css.icon} />
      <span>{text}</span>
    </div>
  );
}

/** Shows messages above everything; announced to screen readers. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const { toast, gone } = useMemo(() => {
    let id = 0;
    const show = (kind: Shown['kind']) => (text: string) => setShown({ id: ++id, kind, text });
    const own: Toast = { success: show('success'), error: show('error') };
    return { toast: own, gone: () => setShown(undefined) };
  }, []);
  return (
    <ToastContext value={toast}>
      {children}
      <div className={css.place} role="status" aria-live="polite" data-toasts data-react-aria-top-layer>
        {shown && <Message key={shown.id} shown={shown} onGone={gone} />}
      </div>
    </ToastContext>
  );
}

export function useToast(): Toast {
  const toast = useContext(ToastContext);
  if (!toast) throw new Error('useToast outside of ToastProvider');
  return toast;
}
