import { useQueries } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { blockQuery } from './block.ts';

/** The blocks of these heights, each a query of its own, so that known ones are not asked again. */
export function useLatestBlocks(heights: readonly number[]) {
  const { api } = useServices();
  return useQueries({ queries: heights.map((height) => blockQuery(api, String(height))) });
}
