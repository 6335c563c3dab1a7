import type { Alert } from '../model/alert-list.ts';
import { sampleAlerts } from '../model/sample-alerts.ts';

/** The alerts of the organisation: sample data (specification section 2). */
export function useAlerts(): { sample: true; alerts: readonly Alert[] } {
  return { sample: true, alerts: sampleAlerts };
}
