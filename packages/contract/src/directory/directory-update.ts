import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pageInfo, pageQuery } from '../account/organizations.ts';

/** List formats; see docs/operate/directory-sources.md. */
export const importerNames = [
  'seed',
  'behavior',
  'ofac-sdn',
  'ofac-addresses',
  'graphsense',
  'mining-pools',
  'esma-casp',
  'defillama',
  'ccxt',
  'follow-the-money',
  'ransomwhere',
  'jurisdictions',
  'own-list',
] as const;
export type ImporterName = (typeof importerNames)[number];

/** Whether a format is part of Hopscope: it reads no list from anywhere. */
export function isBuiltIn(importer: ImporterName): boolean {
  return importer === 'seed' || importer === 'behavior';
}

export const directoryJobStates = ['running', 'succeeded', 'failed', 'canceled'] as const;
export const directoryStepStates = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;

const difference = z.object({ added: z.int().nonnegative(), removed: z.int().nonnegative() });

/** What a list brought. */
export const stepReport = z.object({
  /** Directory release that it created; null: nothing changed. */
  release: z.int().positive().nullable(),
  statements: difference,
  attributions: difference,
  /** Entities whose record changed. */
  entities: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  refusedSample: z.array(z.object({ place: z.string(), reason: z.string() })),
  /** Addresses on unsupported chains. */
  otherChains: z.int().nonnegative(),
});
export type StepReport = z.infer<typeof stepReport>;

/** How far a list is. */
export const stepProgress = z.object({
  phase: z.enum(['fetching', 'reading', 'writing']),
  subjects: z.int().nonnegative(),
  attributions: z.int().nonnegative(),
  refused: z.int().nonnegative(),
});
export type StepProgress = z.infer<typeof stepProgress>;

export const directoryJob = z.object({
  _id: z.uuid(),
  state: z.enum(directoryJobStates),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Statements and attributions added or removed. */
  count: z.int().nonnegative(),
  error: z.string().nullable(),
  steps: z.array(
    z.object({
      feed: z.string(),
      name: z.string(),
      state: z.enum(directoryStepStates),
      progress: stepProgress.nullable(),
      report: stepReport.nullable(),
      error: z.string().nullable(),
      startedAt: z.iso.datetime().nullable(),
      finishedAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type DirectoryJob = z.infer<typeof directoryJob>;

const line = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u);

/** A list that the directory is updated from. */
export const feedSettings = z.object({
  name: line.min(1).max(100),
  importer: z.enum(importerNames),
  /** An address of the web, or a path below the folder for lists; null: nothing to read yet. */
  location: line.min(1).max(2000).nullable(),
  license: line.max(200).nullable(),
  acknowledgment: line.max(500).nullable(),
  /** The lower, the earlier it is believed. */
  rank: z.int().min(1).max(1000),
  enabled: z.boolean(),
});
export type FeedSettings = z.infer<typeof feedSettings>;

export const directoryFeed = feedSettings.extend({
  id: z.string(),
  /** Included with Hopscope: can't be removed, only turned off. */
  shipped: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type DirectoryFeed = z.infer<typeof directoryFeed>;

const feedId = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, 'Lowercase letters, digits, and hyphens, at most 60'),
});

export const updateDirectory = endpoint({
  id: 'updateDirectory',
  method: 'GET',
  path: '/sot/update',
  access: 'provider',
  tag: 'directory',
  summary: 'Update the directory from all enabled lists',
  description:
    'Starts a job, or waits for the running one. Responds when it ends, or after 170 seconds with its current `state`.',
  response: z.object({ success: z.literal(true), data: directoryJob }),
});

export const startDirectoryJob = endpoint({
  id: 'startDirectoryJob',
  method: 'POST',
  path: '/sot/jobs',
  access: 'provider',
  tag: 'directory',
  summary: 'Start an update of some or all lists without waiting for it',
  description: '409 `conflict` if a job is running.',
  body: z.object({ feeds: z.array(feedId.shape.id).min(1).max(100).optional() }),
  response: z.object({ success: z.literal(true), data: directoryJob }),
});

export const listDirectoryJobs = endpoint({
  id: 'listDirectoryJobs',
  method: 'GET',
  path: '/sot/jobs',
  access: 'provider',
  tag: 'directory',
  summary: 'Jobs, newest first',
  query: pageQuery,
  response: z.object({ success: z.literal(true), data: z.array(directoryJob), ...pageInfo }),
});

export const getDirectoryJob = endpoint({
  id: 'getDirectoryJob',
  method: 'GET',
  path: '/sot/jobs/:jobId',
  access: 'provider',
  tag: 'directory',
  summary: 'A job with the result of each list',
  params: z.object({ jobId: z.uuid() }),
  response: z.object({ success: z.literal(true), data: directoryJob }),
});

export const cancelDirectoryJob = endpoint({
  id: 'cancelDirectoryJob',
  method: 'POST',
  path: '/sot/jobs/:jobId/cancel',
  access: 'provider',
  tag: 'directory',
  summary: 'Cancel a job; finished lists stay applied, the current one is discarded',
  params: z.object({ jobId: z.uuid() }),
  body: z.object({}),
  response: z.object({ success: z.literal(true), data: directoryJob }),
});

export const listDirectoryFeeds = endpoint({
  id: 'listDirectoryFeeds',
  method: 'GET',
  path: '/sot/feeds',
  access: 'operator',
  tag: 'directory',
  summary: 'Lists that the directory is updated from',
  response: z.object({ success: z.literal(true), data: z.array(directoryFeed), folder: z.string() }),
});

export const putDirectoryFeed = endpoint({
  id: 'putDirectoryFeed',
  method: 'PUT',
  path: '/sot/feeds/:id',
  access: 'operator',
  tag: 'directory',
  summary: 'Add or change a list',
  params: feedId,
  body: feedSettings,
  response: z.object({ success: z.literal(true), data: directoryFeed }),
});

export const removeDirectoryFeed = endpoint({
  id: 'removeDirectoryFeed',
  method: 'DELETE',
  path: '/sot/feeds/:id',
  access: 'operator',
  tag: 'directory',
  summary: 'Remove a custom list; its data stays until its source is removed',
  params: feedId,
  response: z.object({ success: z.literal(true) }),
});

export const directoryUpdateEndpoints = {
  updateDirectory,
  startDirectoryJob,
  listDirectoryJobs,
  getDirectoryJob,
  cancelDirectoryJob,
  listDirectoryFeeds,
  putDirectoryFeed,
  removeDirectoryFeed,
};
