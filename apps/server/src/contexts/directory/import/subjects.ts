import type { ImportedStatement, ImportedSubject } from './import-item.ts';

/** Collects statements about subjects from different parts of a list, without duplicates. */
export interface SubjectCollector {
  /** Adds a statement about a subject; skips duplicates (same field and value). */
  say(localId: string, statement: ImportedStatement): void;
  subjects(): Generator<ImportedSubject>;
}

export function createSubjects(options: { matchByName?: boolean } = {}): SubjectCollector {
  const bySubject = new Map<string, Map<string, ImportedStatement>>();
  return {
    say(localId, statement) {
      if (statement.value.trim() === '') return;
      const statements = bySubject.get(localId) ?? new Map<string, ImportedStatement>();
      bySubject.set(localId, statements);
      const key = `${statement.field}\n${statement.value}`;
      if (!statements.has(key)) statements.set(key, statement);
    },
    *subjects() {
      for (const [localId, statements] of bySubject) {
        yield {
          kind: 'subject',
          localId,
          ...(options.matchByName === undefined ? {} : { matchByName: options.matchByName }),
          statements: [...statements.values()],
        };
      }
    },
  };
}
