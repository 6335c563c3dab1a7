import { type EntityListItem, isCsam } from '@hopscope/contract';
import type { DirectoryModule } from '../../directory/records/create-directory.ts';
import { entityTerms, type Term } from './matching.ts';

function tagsOf(entity: EntityListItem): string[] {
  const { entity_tag1, entity_tag2, entity_tag3, entity_tag4, entity_tag5, entity_tag6, entity_tag7 } =
    entity;
  return [entity_tag1, entity_tag2, entity_tag3, entity_tag4, entity_tag5, entity_tag6, entity_tag7].flatMap(
    (tag) => tag ?? [],
  );
}

/** Returns the names of each entity that hides; reads them again when the directory changes. */
export function createHiddenNames({ entities }: Pick<DirectoryModule, 'entities'>) {
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
