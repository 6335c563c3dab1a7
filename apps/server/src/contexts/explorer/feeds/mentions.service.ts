import {
  type EntityRecord,
  type NewsArticle,
  type SocialContext,
  socialItemsShown,
  type SocialMentions,
  type Tweet,
  type EntityListItem,
  isCsam,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { DirectoryModule } from '../../directory/records/create-directory.ts';
import type { Viewer } from '../../directory/records/viewer.ts';
import { findItems, type NewsItemRow, textOf } from './feeds.store.ts';
import { addressTerm, entityTerms, isNamed, nameTerm, type Term, wordsOfTerm } from './matching.ts';

function tagsOf(entity: EntityListItem): string[] {
  const { entity_tag1, entity_tag2, entity_tag3, entity_tag4, entity_tag5, entity_tag6, entity_tag7 } =
    entity;
  return [entity_tag1, entity_tag2, entity_tag3, entity_tag4, entity_tag5, entity_tag6, entity_tag7].flatMap(
    (tag) => tag ?? [],
  );
}

/** Returns the names of each entity that hides; reads them again when the directory changes. */
function createHiddenNames({ entities }: Pick<DirectoryModule, 'entities'>) {
  let known: { state: string; terms: Promise<readonly (readonly Term[])[]> } | undefined;

  async function read(): Promise<(readonly Term[])[]> {
    const { data } = await entities.list(undefined, true);
    return data
      .filter((entity) => isCsam({ type: entity.entity_type ?? null, tags: tagsOf(entity) }))
      .map((entity) =>
        entityTerms({
          proper_name: entity.proper_name,
          aliases: entity.aliases ?? [],
          ticker: entity.ticker ?? null,
          url: entity.url ?? null,
        }),
      );
  }

  return async (): Promise<readonly (readonly Term[])[]> => {
    const { version, date } = await entities.stateOfList(undefined);
    const state = `${String(version)} ${date}`;
    if (known?.state !== state) {
      const terms = read();
      known = { state, terms };
      // Retries after a failure.
      terms.catch(() => {
        if (known?.terms === terms) known = undefined;
      });
    }
    return known.terms;
  };
}

/** Most entries with matching words that are checked further. */
const candidates = 300;

/** The known facts of an address that the viewer may see. */
interface Known {
  readonly address: string;
  readonly hidden: boolean;
  /** Names that must not appear: a list for each entity that is hidden from the viewer. */
  readonly unnamed: readonly (readonly Term[])[];
  readonly bo: string | null;
  readonly entity: Pick<EntityRecord, 'proper_name' | 'aliases' | 'ticker' | 'url'> | null;
}

/** Finds articles and posts about an address, its beneficial owner, and its entity. */
export function createMentions(options: {
  kysely: Kysely<Schema>;
  directory: Pick<DirectoryModule, 'attributions' | 'entities'>;
}) {
  const { kysely, directory } = options;
  const hiddenNames = createHiddenNames(directory);

  async function look(text: string, viewer: Viewer): Promise<Known> {
    const { data, invalid } = await directory.attributions.list([text], undefined, viewer.canSeeRestricted);
    if (invalid.length > 0) throw badRequest('invalid_address', 'Invalid blockchain address');
    const [found] = data;
    const address = found?.addr ?? text.trim();
    const unnamed = viewer.canSeeRestricted ? [] : await hiddenNames();
    const nothing = { address, hidden: found?.hidden ?? false, unnamed, bo: null, entity: null };
    if (!found || found.hidden) return nothing;
    return { ...nothing, bo: found.bo, entity: await recordOf(found.entity_id, viewer) };
  }

  async function recordOf(id: string | null, viewer: Viewer): Promise<Known['entity']> {
    if (id === null) return null;
    try {
      const { entity } = (await directory.entities.profile(id, undefined, viewer)).data;
      return entity.hidden ? null : entity;
    } catch (error) {
      if (error instanceof AppError && error.reason === 'not_found') return null;
      throw error;
    }
  }

  async function naming(
    kind: 'news' | 'post',
    terms: readonly Term[],
    unnamed: Known['unnamed'],
  ): Promise<NewsItemRow[]> {
    const anyOf = terms.map(wordsOfTerm).filter((list) => list.length > 0);
    const rows = await findItems(kysely, { kind, anyOf, limit: candidates });
    // If several feeds have the same article, the one with a publication date is used.
    const once = new Map<string, NewsItemRow>();
    for (const row of rows) {
      const text = textOf(row);
      if (!isNamed(terms, text) || unnamed.some((hidden) => isNamed(hidden, text))) continue;
      const same = row.link ?? `${row.title}\n${row.description}`;
      const before = once.get(same);
      if (!before || (before.published_at === null && row.published_at !== null)) once.set(same, row);
    }
    return [...once.values()]
      .toSorted((a, b) => b.shown_at.getTime() - a.shown_at.getTime())
      .slice(0, socialItemsShown);
  }

  async function mentions(
    searchContext: SocialContext,
    searchTerm: string | null,
    terms: readonly Term[],
    unnamed: Known['unnamed'],
  ): Promise<SocialMentions> {
    const news = (await naming('news', terms, unnamed)).map(presentArticle);
    const tweets = (await naming('post', terms, unnamed)).map(presentTweet);
    return { news, tweets, searchContext, searchTerm };
  }

  function part(known: Known, context: SocialContext): Promise<SocialMentions> {
    const { address, hidden, bo, entity, unnamed } = known;
    switch (context) {
      case 'address':
        // An article with the address of a hidden entity usually names the entity too.
        return mentions(context, address, hidden ? [] : [addressTerm(address)], unnamed);
      case 'bo':
        return mentions(context, bo, bo === null ? [] : [nameTerm(bo) ?? []].flat(), unnamed);
      case 'entity':
        return mentions(
          context,
          entity?.proper_name ?? null,
          entity === null ? [] : entityTerms(entity),
          unnamed,
        );
    }
  }

  return {
    /** Returns all three parts. Throws 400 for an invalid address. */
    async ofAddress(text: string, viewer: Viewer) {
      const known = await look(text, viewer);
      return {
        addressData: await part(known, 'address'),
        beneficialOwnerData: await part(known, 'bo'),
        entityData: await part(known, 'entity'),
      };
    },

    async inContext(text: string, context: SocialContext, viewer: Viewer): Promise<SocialMentions> {
      return part(await look(text, viewer), context);
    },
  };
}

function presentArticle(row: NewsItemRow): NewsArticle {
  return {
    source: row.feed_name,
    logoUrl: null,
    title: row.title,
    description: row.description,
    link: row.link,
    published: row.published_at?.toISOString() ?? null,
    fictional: row.feed_format === 'demo',
  };
}

function presentTweet(row: NewsItemRow): Tweet {
  return {
    username: row.username ?? row.feed_name,
    userDisplayName: row.display_name ?? row.feed_name,
    content: row.description,
    date: row.published_at?.toISOString() ?? null,
    url: row.link,
    fictional: row.feed_format === 'demo',
  };
}
