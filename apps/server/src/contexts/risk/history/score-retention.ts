import type { RetentionSource } from '../../identity/subscriptions/retention.service.ts';
import { oldestReplacedScore, removeReplacedScores } from './replaced-scores.store.ts';

/** What of an organization's history of scores runs out with the retention time of its plan. */
export const scoreRetention: RetentionSource = {
  removeOlderThan: removeReplacedScores,
  oldest: oldestReplacedScore,
};
