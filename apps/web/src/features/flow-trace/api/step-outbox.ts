import type { Step } from '@hopscope/canvas';
import type { StepOutbox } from '../model/step-outbox.ts';

const name = 'hopscope-flow-trace-waiting';
const store = 'steps';

interface Waiting {
  key: string;
  /** ID of the step. */
  id: string;
  order: number;
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
    request.result.createObjectStore(store, { keyPath: ['key', 'id'] });
  });
  return done(request);
}

const ofKey = (key: string): IDBKeyRange => IDBKeyRange.bound([key], [key, []]);

/** Steps that wait in this browser (IndexedDB), shared by all its tabs. */
export function createStepOutbox(factory: IDBFactory): StepOutbox {
  let opened: Promise<IDBDatabase> | undefined;
  const inStore = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
    (await (opened ??= openDatabase(factory))).transaction(store, mode).objectStore(store);

  return {
    async steps(key) {
      const found = await done<Waiting[]>((await inStore('readonly')).getAll(ofKey(key)));
      return found.sort((a, b) => a.order - b.order).map(({ step }) => step);
    },
    async put(key, steps) {
      const waiting = await inStore('readwrite');
      const there = await done<Waiting[]>(waiting.getAll(ofKey(key)));
      const known = new Set(there.map(({ id }) => id));
      let order = Math.max(0, ...there.map((one) => one.order));
      for (const step of steps)
        if (!known.has(step.id)) await done(waiting.put({ key, id: step.id, order: ++order, step }));
    },
    async remove(key, ids) {
      const waiting = await inStore('readwrite');
      for (const id of ids) await done(waiting.delete([key, id]));
    },
    async keys(prefix) {
      const range = IDBKeyRange.bound([prefix], [`${prefix}\uffff`]);
      const found = await done((await inStore('readonly')).getAllKeys(range));
      return [
        ...new Set(
          found.flatMap((each) => (Array.isArray(each) && typeof each[0] === 'string' ? each[0] : [])),
        ),
      ];
    },
  };
}
