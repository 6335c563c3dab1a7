import { z } from 'zod';
import { alertSeverities, alertSorts, type AlertsView } from './alerts-view.ts';

// The router parses a search for digits as a number.
const search = z.string().min(1).max(100).or(z.number().transform(String));
const severity = z.enum(alertSeverities);
const sort = z.enum(alertSorts);
const page = z.coerce.number().int().min(2).max(1_000_000);
const on = z.literal(true).or(z.literal('true').transform(() => true as const));
const shape = {
  configure: on,
  edit: z.uuid(),
  delivery: on,
  grouped: on,
  search,
  severity,
  sort,
  page,
  triggeredSearch: search,
  triggeredSeverity: severity,
  triggeredSort: sort,
  triggeredPage: page,
} satisfies Record<keyof AlertsView, z.ZodType>;
const allFields = z.object(shape).partial();

/** Reads the parameters of /home/alerts; omits invalid values. */
export function readAlertsSearch(given: Record<string, unknown>): AlertsView {
  const valid = Object.entries(shape).filter(([name, schema]) => schema.safeParse(given[name]).success);
  return allFields.parse(Object.fromEntries(valid.map(([name]) => [name, given[name]])));
}
