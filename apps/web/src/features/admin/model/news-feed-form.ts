import { plural } from '@hopscope/domain';
import { type NewsFeed, newsFeedSettings, type NewsFeedSettings } from '@hopscope/contract';
import { type FormRead, parseForm } from '../../../lib/form/read-form.ts';

/** Form values of a feed. */
export type NewsFeedFields = {
  name: string;
  url: string;
  kind: string;
};

const kinds: Readonly<Record<string, Pick<NewsFeedSettings, 'format' | 'contents'>>> = {
  news: { format: 'xml', contents: 'news' },
  posts: { format: 'xml', contents: 'posts' },
  json: { format: 'json', contents: 'news' },
};
const labels: Readonly<Record<string, string>> = {
  news: 'Articles (RSS or Atom)',
  posts: 'Posts (RSS or Atom)',
  json: 'Articles and posts (JSON)',
};
export const kindOptions = Object.entries(labels).map(([value, label]) => ({ value, label }));

function kindOf({ format, contents }: Pick<NewsFeedSettings, 'format' | 'contents'>): string {
  return format === 'json' ? 'json' : contents;
}

/** Returns the form values of a feed, or of a new one. */
export function newsFeedFields(feed: NewsFeed | undefined): NewsFeedFields {
  return { name: feed?.name ?? '', url: feed?.url ?? '', kind: feed ? kindOf(feed) : 'news' };
}

/** Returns the request body, or the problems by field. */
export function readNewsFeed(form: NewsFeedFields, enabled: boolean): FormRead<NewsFeedSettings> {
  const kind = kinds[form.kind];
  const read = parseForm(newsFeedSettings, {
    name: form.name,
    url: form.url,
    ...(kind ?? kinds['news']),
    enabled,
  });
  if (kind) return read;
  return { problems: { ...('problems' in read && read.problems), kind: 'Please choose a kind' } };
}

const counted = (number: number, one: string, many: string): string =>
  `${String(number)} ${plural(number, one, many)}`;

/** Returns the kind and state of a feed in one line. */
export function newsFeedText(feed: NewsFeed, moment: (iso: string) => string): string {
  const { lastRunAt, lastError, lastReport } = feed;
  const last =
    lastRunAt === null
      ? 'not fetched yet'
      : lastError === null
        ? `fetched ${moment(lastRunAt)}`
        : `failed ${moment(lastRunAt)}: ${lastError}`;
  return [
    labels[kindOf(feed)] ?? '',
    feed.url,
    counted(feed.items, 'entry kept', 'entries kept'),
    last,
    ...(lastError === null && lastReport?.note ? [lastReport.note] : []),
  ].join(' · ');
}

/** Returns the result of a feed test. */
export function testText(report: { items: number; refused: number; note: string | null }): string {
  const refused = report.refused === 0 ? '' : `, ${counted(report.refused, 'entry', 'entries')} unusable`;
  return `${counted(report.items, 'entry', 'entries')} found${refused}.${report.note === null ? '' : ` ${report.note}`}`;
}
