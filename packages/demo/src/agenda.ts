/** Tasks at points of simulated time; tasks at the same time run in the order they were scheduled. */
export interface Agenda {
  /** Schedules `work` at a Unix time in seconds; a past time counts as now. */
  at(time: number, work: (time: number) => void): void;
  /** Schedules `work` before all other tasks of its second, ordered by `rank`. */
  before(time: number, rank: number, work: (time: number) => void): void;
  /** Runs `work` repeatedly; it returns the number of seconds until the next run, or undefined to stop. */
  repeat(first: number, work: (time: number) => number | undefined): void;
  /** Runs all tasks due up to `time`, in order; calls `enter` with each time before its tasks. */
  runUntil(time: number, enter: (time: number) => void): void;
}

interface Entry {
  time: number;
  order: number;
  work: (time: number) => void;
}

/** Creates an empty agenda: a binary heap by time, then order. */
export function createAgenda(): Agenda {
  const heap: Entry[] = [];
  let planned = 0;
  const isBefore = (a: Entry, b: Entry): boolean =>
    a.time < b.time || (a.time === b.time && a.order < b.order);

  function push(entry: Entry): void {
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (!above || !isBefore(entry, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = entry;
  }

  function pop(): void {
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [l, r] = [heap[left], heap[left + 1]];
      if (!l) break;
      const [child, place] = r && isBefore(r, l) ? [r, left + 1] : [l, left];
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = place;
    }
    heap[at] = last;
  }

  const agenda: Agenda = {
    at: (time, work) => push({ time, order: planned++, work }),
    before: (time, rank, work) => push({ time, order: rank - Number.MAX_SAFE_INTEGER, work }),
    repeat(first, work) {
      const again = (time: number): void => {
        const pause = work(time);
        if (pause !== undefined) agenda.at(time + Math.max(1, pause), again);
      };
      agenda.at(first, again);
    },
    runUntil(time, enter) {
      for (let next = heap[0]; next && next.time <= time; next = heap[0]) {
        pop();
        enter(next.time);
        next.work(next.time);
      }
    },
  };
  return agenda;
}
