import { directoryUpdateEndpoints, getDirectoryUpdate } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function directoryUpdateRoutes(
  { route }: Router,
  { directory, directoryUpdate: update }: Pick<Context, 'directory' | 'directoryUpdate'>,
): void {
  route(getDirectoryUpdate, async () => ({
    ...(await directory.releases.state()),
    data: await update.history(),
  }));
  route(directoryUpdateEndpoints.updateDirectory, async (call) => ({ data: await update.update(call) }));
  route(directoryUpdateEndpoints.startDirectoryJob, async (call) => ({
    data: await update.begin(call, call.body.feeds),
  }));
  route(directoryUpdateEndpoints.listDirectoryJobs, ({ query }) => update.list(query));
  route(directoryUpdateEndpoints.getDirectoryJob, async ({ params }) => ({
    data: await update.get(params.jobId),
  }));
  route(directoryUpdateEndpoints.cancelDirectoryJob, async (call) => ({
    data: await update.cancel(call, call.params.jobId),
  }));
  route(directoryUpdateEndpoints.listDirectoryFeeds, () => update.feeds());
  route(directoryUpdateEndpoints.putDirectoryFeed, async (call) => ({
    data: await update.putFeed(call, call.params.id, call.body),
  }));
  route(directoryUpdateEndpoints.removeDirectoryFeed, async (call) => {
    await update.removeFeed(call, call.params.id);
    return {};
  });
}
