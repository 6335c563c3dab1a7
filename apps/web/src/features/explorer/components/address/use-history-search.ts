import { useNavigate } from '@tanstack/react-router';

/** Changes what the address bar says of the list, from its first page on; what is undefined is left out. */
export function useHistorySearch() {
  const navigate = useNavigate();
  return (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, page: undefined, ...change }),
      resetScroll: false,
    });
}
