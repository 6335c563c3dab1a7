import type { ImportedStatement, ImportedSubject } from './import-item.ts';

/** Collects what a list says of its subjects in many places, once each. */
export interface SubjectCollector {
  /** Another statement about a subject; a repeated one (same field and value) is left out. */
  say(localId: string, statement: ImportedStatement): void;
  subjects(): Generator<ImportedSubject>;
}

export function createSubjects(options: { matchByName?: boolean } = {}): SubjectCollector {
  const held = new Map<string, Map<string, ImportedStatement>>();
  return {
    say(localId, statement) {
      if (statement.value.trim() === '') return;
      const statements = held.get(localId) ?? new Map<string, ImportedStatement>();
      held.set(localId, statements);
      const key = `${statement.field}\n${statement.value}`;
      if (!statements.has(key)) statements.set(key, statement);
    },
    *subjects() {
      for (const [localId, statements] of held) {
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
