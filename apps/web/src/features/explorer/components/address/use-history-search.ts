import { useNavigate } from '@tanstack/react-router';

/** Returns a function that changes the list's URL parameters and resets the page; undefined values are removed. */
export function useHistorySearch() {
  const navigate = useNavigate();
  return (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, page: undefined, ...change }),
      resetScroll: false,
    });
}
