import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** maximum length of titles, descriptions, and posts on pages. */
export const newsTitleLength = 120;
export const newsDescriptionLength = 100;
export const tweetLength = 120;
/** Articles and posts of one answer at most. */
export const socialItemsShown = 20;
/** Feeds that an installation has at most. */
export const feedsLimit = 100;

/** What a mention is about: the address itself, its beneficial owner, its entity. */
export const socialContexts = ['address', 'bo', 'entity'] as const;
export type SocialContext = (typeof socialContexts)[number];

/** Plain text only, as all of an answer: markup never leaves the server. */
export const newsArticle = z.object({
  source: z.string(),
  /** Nothing is loaded from other servers: null, or a path of this one. */
  logoUrl: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  /** `http:` or `https:`; null if the feed has no valid URL. */
  link: z.string().nullable(),
  /** Null: no valid date in the feed. */
  published: z.iso.datetime().nullable(),
  /** It is invented for the demo network. */
  fictional: z.boolean(),
});
export type NewsArticle = z.infer<typeof newsArticle>;

export const tweet = z.object({
  username: z.string(),
  userDisplayName: z.string(),
  content: z.string(),
  date: z.iso.datetime().nullable(),
  url: z.string().nullable(),
  fictional: z.boolean(),
});
export type Tweet = z.infer<typeof tweet>;

/** Entries about one subject, newest first. */
export const socialMentions = z.object({
  news: z.array(newsArticle),
  tweets: z.array(tweet),
  searchContext: z.enum(socialContexts),
  /** Search term; null: none, because it is unknown or hidden. */
  searchTerm: z.string().nullable(),
});
export type SocialMentions = z.infer<typeof socialMentions>;

const params = z.object({ addr: z.string().min(1).max(120) });
const organizationDescription =
  'With the header `x-organization-id` of an organization that allows it, entities with csam in type or tags are shown; otherwise they are hidden.';

const getSocialFeed = endpoint({
  id: 'getSocialFeed',
  method: 'GET',
  path: '/social-media/address/:addr',
  access: 'user',
  tag: 'social media',
  summary: 'News and posts that mention an address, its beneficial owner, or its entity',
  description: `At most ${String(socialItemsShown)} articles and posts of each, newest first, from the feeds of the operator. ${organizationDescription}`,
  params,
  response: z.object({
    success: z.literal(true),
    addressData: socialMentions,
    beneficialOwnerData: socialMentions,
    entityData: socialMentions,
  }),
});

const getSocialMentions = endpoint({
  id: 'getSocialMentions',
  method: 'GET',
  path: '/social-media/mentions/:addr',
  access: 'user',
  tag: 'social media',
  summary: 'One part of the news about an address: the address itself, its beneficial owner, or its entity',
  description: organizationDescription,
  params,
  query: z.object({ context: z.enum(socialContexts).default('address') }),
  response: socialMentions.extend({ success: z.literal(true) }),
});

/** Formats of feeds: RSS 2.0, RSS 1.0 or Atom; the JSON of `docs/operate/feeds.md`. */
export const feedFormats = ['xml', 'json'] as const;
/** Whether the entries of an XML feed are articles or posts. */
export const feedContents = ['news', 'posts'] as const;

const line = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u);

export const newsFeedSettings = z.object({
  name: line.min(1).max(100),
  url: line
    .min(1)
    .max(2000)
    .refine((text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return (
        url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
      );
    }, 'Enter an address that begins with https:// or http:// and has no password'),
  format: z.enum(feedFormats),
  contents: z.enum(feedContents),
  enabled: z.boolean(),
});
export type NewsFeedSettings = z.infer<typeof newsFeedSettings>;

/** What a fetch brought. */
export const feedReport = z.object({
  /** Entries that could be used. */
  items: z.int().nonnegative(),
  /** Of these, not seen before. */
  added: z.int().nonnegative(),
  /** Entries that could not be used. */
  refused: z.int().nonnegative(),
  /** What was truncated or omitted; null: nothing. */
  note: z.string().nullable(),
});
export type FeedReport = z.infer<typeof feedReport>;

export const newsFeed = newsFeedSettings.extend({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastRunAt: z.iso.datetime().nullable(),
  /** Result of the last run with new entries. */
  lastReport: feedReport.nullable(),
  /** Error of the last run; null: none. */
  lastError: z.string().nullable(),
  /** Number of stored entries. */
  items: z.int().nonnegative(),
});
export type NewsFeed = z.infer<typeof newsFeed>;

const feedId = z.object({ feedId: z.uuid() });
const one = z.object({ success: z.literal(true), data: newsFeed });

const listNewsFeeds = endpoint({
  id: 'listNewsFeeds',
  method: 'GET',
  path: '/social-media/feeds',
  access: 'operator',
  tag: 'social media',
  summary: 'Feeds of news and posts',
  response: z.object({ success: z.literal(true), data: z.array(newsFeed) }),
});

const addNewsFeed = endpoint({
  id: 'addNewsFeed',
  method: 'POST',
  path: '/social-media/feeds',
  access: 'operator',
  tag: 'social media',
  summary: 'Add a feed',
  description: `409 \`conflict\` for an existing address, and above ${String(feedsLimit)} feeds.`,
  status: 201,
  body: newsFeedSettings,
  response: one,
});

const changeNewsFeed = endpoint({
  id: 'changeNewsFeed',
  method: 'PUT',
  path: '/social-media/feeds/:feedId',
  access: 'operator',
  tag: 'social media',
  summary: 'Change a feed; its articles and posts are kept',
  params: feedId,
  body: newsFeedSettings,
  response: one,
});

const removeNewsFeed = endpoint({
  id: 'removeNewsFeed',
  method: 'DELETE',
  path: '/social-media/feeds/:feedId',
  access: 'operator',
  tag: 'social media',
  summary: 'Remove a feed with its articles and posts',
  params: feedId,
  response: z.object({ success: z.literal(true) }),
});

const testNewsFeed = endpoint({
  id: 'testNewsFeed',
  method: 'POST',
  path: '/social-media/feeds/test',
  access: 'operator',
  tag: 'social media',
  summary: 'Fetch a feed and preview its content without saving it',
  description: 'Returns `error` with the reason if the feed cannot be used.',
  body: newsFeedSettings,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      report: feedReport.omit({ added: true }).nullable(),
      error: z.string().nullable(),
      /** The first five. */
      sample: z.array(
        z.object({ title: z.string(), link: z.string().nullable(), published: z.iso.datetime().nullable() }),
      ),
    }),
  }),
});

const runNewsFeed = endpoint({
  id: 'runNewsFeed',
  method: 'POST',
  path: '/social-media/feeds/:feedId/run',
  access: 'operator',
  tag: 'social media',
  summary: 'Fetch a feed now',
  params: feedId,
  body: z.object({}),
  response: one,
});

/** Calls about news and posts. */
export const socialEndpoints = {
  getSocialFeed,
  getSocialMentions,
  listNewsFeeds,
  addNewsFeed,
  changeNewsFeed,
  removeNewsFeed,
  testNewsFeed,
  runNewsFeed,
} as const;
