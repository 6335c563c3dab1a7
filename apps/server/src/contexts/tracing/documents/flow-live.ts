import type { flowEvents } from '@hopscope/contract';
import type { z } from 'zod';
import { AppError } from '../../../lib/app-error.ts';
import type { EventStream } from '../../../lib/event-stream.ts';
import type { ProcessMessages } from '../../../processes/messages.ts';
import type { StoredStep } from './flow-steps.store.ts';

/** A listener on a document. */
export interface Listener {
  readonly documentId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** ID of the browser tab. */
  readonly client: string;
  /** Tests whether the client still has access; called regularly. */
  mayLook(): Promise<boolean>;
}

interface Open extends Listener {
  readonly stream: EventStream;
  /** Messages received while the steps since `after` are read; undefined: sent. */
  waiting: string[] | undefined;
}

type Events = { [name in keyof typeof flowEvents]: z.input<(typeof flowEvents)[name]> };

const perDocument = 100;
const perPerson = 30;
/** Maximum number of unread bytes before a client is disconnected; it reconnects and requests what it missed. */
const waitingBytes = 8_000_000;
const heartbeatMs = 15_000;
const lookupMs = 30_000;

function messageOf<Name extends keyof Events>(name: Name, data: Events[Name], id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

const stepsMessage = (steps: readonly StoredStep[]): string =>
  messageOf('steps', { steps: steps as Events['steps']['steps'] }, steps.at(-1)?.sequence);

/** Open streams of documents in this process. What happens in other processes arrives as messages, and its steps are read. */
export function createFlowLive({
  sessions,
  messages,
  readSteps,
}: {
  sessions: { stillOpen(ids: readonly string[]): Promise<Set<string>> };
  messages: ProcessMessages;
  /** Reads steps of a document after a step. */
  readSteps(documentId: string, after: number): Promise<readonly StoredStep[]>;
}) {
  const open = new Map<string, Set<Open>>();
  let timers: NodeJS.Timeout[] = [];

  const all = (): Open[] => [...open.values()].flatMap((listeners) => [...listeners]);

  function push(listener: Open, message: string): void {
    if (listener.waiting) {
      listener.waiting.push(message);
      return;
    }
    if (listener.stream.waiting() > waitingBytes) listener.stream.cut();
    else listener.stream.send(message);
  }

  function broadcast(documentId: string, message: string, butClient?: string): void {
    for (const listener of open.get(documentId) ?? [])
      if (listener.client !== butClient) push(listener, message);
  }

  function finish(listener: Open, reason: string): void {
    listener.stream.send(messageOf('ended', { reason }));
    listener.stream.end();
  }

  async function look(): Promise<void> {
    const listeners = all();
    const sessionsOpen = await sessions.stillOpen([...new Set(listeners.map((each) => each.sessionId))]);
    for (const listener of listeners) {
      if (!sessionsOpen.has(listener.sessionId)) finish(listener, 'Your session has ended');
      else if (!(await listener.mayLook())) finish(listener, 'You no longer have access to this document');
    }
  }

  function watch(): void {
    if (timers.length > 0) return;
    timers = [
      setInterval(() => {
        for (const { stream } of all()) stream.send(':\n\n');
      }, heartbeatMs),
      setInterval(() => void look().catch(() => undefined), lookupMs),
    ];
    for (const timer of timers) timer.unref();
  }

  const showLeft = ({ documentId, client }: { documentId: string; client: string }): void =>
    broadcast(documentId, messageOf('left', { client }));
  const showSteps = (documentId: string, steps: readonly StoredStep[]): void => {
    if (steps.length > 0 && open.has(documentId)) broadcast(documentId, stepsMessage(steps));
  };
  const showCursor = ({ documentId, cursor }: { documentId: string; cursor: Events['cursor'] }): void =>
    broadcast(documentId, messageOf('cursor', cursor), cursor.client);

  async function checkAccess(documentId: string): Promise<void> {
    for (const listener of open.get(documentId) ?? [])
      if (!(await listener.mayLook())) finish(listener, 'You no longer have access to this document');
  }

  const sendLeft = messages.channel('flow left', showLeft);
  const sendCursor = messages.channel('flow cursor', showCursor);
  const sendChanged = messages.channel('flow changed', checkAccess);
  const sendSteps = messages.channel(
    'flow steps',
    async ({ documentId, after }: { documentId: string; after: number }) => {
      if (open.has(documentId)) showSteps(documentId, await readSteps(documentId, after));
    },
  );
  // Clients connect again and ask for what they missed.
  messages.onMissed(() => {
    for (const { stream } of all()) stream.cut();
  });

  function leave(listener: Open): void {
    const listeners = open.get(listener.documentId);
    if (!listeners?.delete(listener)) return;
    if (listeners.size === 0) open.delete(listener.documentId);
    const { documentId, client } = listener;
    showLeft({ documentId, client });
    sendLeft({ documentId, client });
    if (open.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  return {
    /** Throws 429 if there are too many streams. */
    admit({ documentId, userId }: Pick<Listener, 'documentId' | 'userId'>): void {
      const own = all().filter((each) => each.userId === userId).length;
      if (own >= perPerson || (open.get(documentId)?.size ?? 0) >= perDocument) {
        throw new AppError('too_many_requests', 'This document is open in too many tabs. Close one.', {
          details: { retryAfterSeconds: 10 },
        });
      }
    },

    /** Starts a stream: first the steps since the client's last one (`missed`), then new ones. */
    begin(listener: Listener, stream: EventStream, missed: () => AsyncIterable<readonly StoredStep[]>): void {
      const one: Open = { ...listener, stream, waiting: [] };
      const listeners = open.get(listener.documentId) ?? new Set();
      open.set(listener.documentId, listeners.add(one));
      stream.onClose(() => leave(one));
      watch();
      const catchUp = async (): Promise<void> => {
        stream.send('retry: 2000\n\n');
        for await (const steps of missed()) if (steps.length > 0) stream.send(stepsMessage(steps));
        const waited = one.waiting ?? [];
        one.waiting = undefined;
        for (const message of waited) push(one, message);
      };
      catchUp().catch(() => stream.cut());
    },

    /** Shows new steps, in their order, after their transaction. */
    steps(documentId: string, steps: readonly StoredStep[]): void {
      const [first] = steps;
      if (!first) return;
      showSteps(documentId, steps);
      sendSteps({ documentId, after: first.sequence - 1 });
    },

    cursor(documentId: string, cursor: Events['cursor']): void {
      showCursor({ documentId, cursor });
      sendCursor({ documentId, cursor });
    },

    /** Checks access immediately after a document was deleted or its sharing changed. */
    async changed(documentId: string): Promise<void> {
      sendChanged(documentId);
      await checkAccess(documentId);
    },

    close(): void {
      for (const listener of all()) listener.stream.end();
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}

export type FlowLive = ReturnType<typeof createFlowLive>;
