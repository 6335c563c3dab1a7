import { useEffect } from 'react';

/** Names the browser tab after the page while it is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Hopscope`;
  }, [title]);
}
