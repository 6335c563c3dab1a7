import { toastSeconds } from '@hopscope/contract';
import { message } from 'antd';
import { type ReactNode, createContext, useContext, useMemo } from 'react';
import css from './toast.module.css';

/** Short messages; specification section 8: 4 seconds, at most one, at most 420 px wide. */
export interface Toast {
  success(text: string): void;
  error(text: string): void;
}

const ToastContext = createContext<Toast | null>(null);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [api, holder] = message.useMessage({ maxCount: 1, duration: toastSeconds });
  const toast = useMemo<Toast>(() => {
    const show = (type: 'success' | 'error') => (content: string) => {
      void api.open({ type, content, className: css.toast ?? '' });
    };
    return { success: show('success'), error: show('error') };
  }, [api]);
  return (
    <ToastContext value={toast}>
      {holder}
      {children}
    </ToastContext>
  );
}

export function useToast(): Toast {
  const toast = useContext(ToastContext);
  if (!toast) throw new Error('useToast outside of ToastProvider');
  return toast;
}
