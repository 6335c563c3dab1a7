import {
  allRecords,
  type CanvasRecord,
  documentOf,
  emptyDocument,
  type OrderedStep,
  type Step,
} from '@hopscope/canvas';
import type { Documents } from '../model/documents.ts';

const name = 'hopscope-flow-trace';
const bases = 'bases';
const steps = 'steps';

interface StoredBase {
  id: string;
  sequence: number;
  records: CanvasRecord[];
}

interface StoredStep {
  document: string;
  sequence: number;
  step: Step;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser storage is not available')),
    );
  });
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(bases, { keyPath: 'id' });
    request.result.createObjectStore(steps, { keyPath: ['document', 'sequence'] });
  });
  return done(request);
}

const ofDocument = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

/** Creates the storage of documents in this browser (IndexedDB): shared by all tabs, with atomic transactions. */
export function createLocalDocuments(factory: IDBFactory): Documents {
  let opened: Promise<IDBDatabase> | undefined;
  const database = (): Promise<IDBDatabase> => (opened ??= openDatabase(factory));

  return {
    async open(id) {
      const transaction = (await database()).transaction([bases, steps], 'readonly');
      const base = await done<StoredBase | undefined>(transaction.objectStore(bases).get(id));
      const log = await done<StoredStep[]>(transaction.objectStore(steps).getAll(ofDocument(id)));
      if (!base && log.length === 0) return null;
      return {
        base: documentOf(base?.records ?? [], emptyDocument),
        sequence: base?.sequence ?? 0,
        steps: log.map(({ sequence, step }) => ({ sequence, step })),
      };
    },
    async append(id, since, added) {
      const transaction = (await database()).transaction([bases, steps], 'readwrite');
      const base = await done<StoredBase | undefined>(transaction.objectStore(bases).get(id));
      const store = transaction.objectStore(steps);
      const later = IDBKeyRange.bound([id, since + 1], [id, Number.MAX_SAFE_INTEGER]);
      const log = await done<StoredStep[]>(store.getAll(later));
      const known = new Set(log.map(({ step }) => step.id));
      const ordered: OrderedStep[] = log.map(({ sequence, step }) => ({ sequence, step }));
      let last = log.at(-1)?.sequence ?? Math.max(since, base?.sequence ?? 0);
      for (const step of added) {
        if (known.has(step.id)) continue;
        last += 1;
        ordered.push({ sequence: last, step });
        await done(store.put({ document: id, sequence: last, step }));
      }
      return ordered;
    },
    async compact(id, document, sequence) {
      const transaction = (await database()).transaction([bases, steps], 'readwrite');
      const base: StoredBase = { id, sequence, records: allRecords(document) };
      await done(transaction.objectStore(bases).put(base));
      await done(transaction.objectStore(steps).delete(IDBKeyRange.bound([id, 0], [id, sequence])));
    },
  };
}
