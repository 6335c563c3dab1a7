import { socialEndpoints } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function feedRoutes(
  { route }: Router,
  { feeds, mentions, directory }: Pick<Context, 'feeds' | 'mentions' | 'directory'>,
): void {
  route(socialEndpoints.getSocialFeed, async (call) =>
    mentions.ofAddress(call.params.addr, await directory.viewerOf(call)),
  );
  route(socialEndpoints.getSocialMentions, async (call) =>
    mentions.inContext(call.params.addr, call.query.context, await directory.viewerOf(call)),
  );
  route(socialEndpoints.listNewsFeeds, async () => ({ data: await feeds.list() }));
  route(socialEndpoints.addNewsFeed, async (call) => ({ data: await feeds.add(call, call.body) }));
  route(socialEndpoints.changeNewsFeed, async (call) => ({
    data: await feeds.change(call, call.params.feedId, call.body),
  }));
  route(socialEndpoints.removeNewsFeed, async (call) => {
    await feeds.remove(call, call.params.feedId);
    return {};
  });
  route(socialEndpoints.testNewsFeed, async ({ body, signal }) => ({ data: await feeds.test(body, signal) }));
  route(socialEndpoints.runNewsFeed, async (call) => ({
    data: await feeds.run(call, call.params.feedId, call.signal),
  }));
}
