import type { Selectable } from 'kysely';
import type { CaseEventTable } from '../../../db/schema.ts';
import type { EventLog } from '../event-log.ts';

export type EventRow = Selectable<CaseEventTable>;

/** The timeline of a case: one event for each version. */
export const caseLog: EventLog<'case_event'> = { table: 'case_event', subject: 'case_id' };
