import type { DirectoryJob, StepReport } from '@hopscope/contract';
import type { ColumnType, Generated } from 'kysely';

/** Lists of the directory and the runs that bring it up to date. */
export interface DirectoryUpdateTables {
  directory_feed: DirectoryFeedTable;
  directory_job: DirectoryJobTable;
  directory_job_step: DirectoryJobStepTable;
}

export interface DirectoryFeedTable {
  id: string;
  name: string;
  importer: string;
  location: string | null;
  licence: string | null;
  acknowledgement: string | null;
  rank: number;
  enabled: boolean;
  updated_at: Date;
}

export interface DirectoryJobTable {
  id: string;
  state: DirectoryJob['state'];
  actor: string | null;
  started_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  changes: Generated<bigint>;
  error: string | null;
}

export interface DirectoryJobStepTable {
  job_id: string;
  place: number;
  feed_id: string;
  state: DirectoryJob['steps'][number]['state'];
  /** JSON as text when written. */
  report: ColumnType<StepReport | null, string | null, string | null>;
  error: string | null;
  started_at: Date | null;
  finished_at: Date | null;
}
