import { type User, storageKeys } from '@hopscope/contract';
import type { KeyValueStorage } from '../browser/browser-storage.ts';
import { type StoredSession, clearAppData, clearAuth, readSession, writeSession } from './stored-session.ts';

/** Why no one is signed in; `expired` includes a session that the server refused. */
type SignedOutReason = 'none' | 'logout' | 'expired' | 'corrupted';

/** How the session of this page started: after registration, another page follows than after login. */
type SignInWay = 'restored' | 'login' | 'registration';

/** `unchecked`: restored from storage, not confirmed by the server yet. */
export type SessionState =
  | { status: 'signed-out'; reason: SignedOutReason }
  | { status: 'unchecked'; user: User }
  | { status: 'signed-in'; user: User; by: SignInWay };

export interface SessionStore {
  state: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Returns the stored tokens: another tab may have renewed them. */
  tokens: () => { accessToken: string; refreshToken: string } | null;
  start: (session: StoredSession, by: 'login' | 'registration') => void;
  /** Stores new tokens of the same session. */
  renew: (session: StoredSession) => void;
  /** Updates the profile of the signed-in person. */
  update: (user: User) => void;
  /** Marks the restored session as confirmed by the server. */
  confirm: (user: User) => void;
  /** Ends the session; `expired` with unreadable stored data becomes `corrupted`. */
  end: (reason: 'logout' | 'expired') => void;
  /** Updates the state after another tab has changed the stored value of `key` (null: all were cleared). */
  storageChanged: (key: string | null) => void;
}

const watched: readonly string[] = [storageKeys.accessToken, storageKeys.user];

function wayOf(state: SessionState): SignInWay {
  return state.status === 'signed-in' ? state.by : 'restored';
}

export function createSessionStore(storage: KeyValueStorage): SessionStore {
  const listeners = new Set<() => void>();
  let state = restore();

  function restore(): SessionState {
    const stored = readSession(storage);
    if (stored === 'none') return { status: 'signed-out', reason: 'none' };
    if (stored !== 'corrupted') return { status: 'unchecked', user: stored.user };
    clearAuth(storage);
    return { status: 'signed-out', reason: 'corrupted' };
  }

  function become(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tokens() {
      const stored = readSession(storage);
      return typeof stored === 'string' ? null : stored;
    },
    start(session, by) {
      writeSession(storage, session);
      become({ status: 'signed-in', user: session.user, by });
    },
    renew(session) {
      writeSession(storage, session);
      become({ status: 'signed-in', user: session.user, by: wayOf(state) });
    },
    update(user) {
      const stored = readSession(storage);
      if (typeof stored === 'string' || stored.user._id !== user._id) return;
      writeSession(storage, { ...stored, user });
      if (state.status !== 'signed-out') become({ ...state, user });
    },
    confirm(user) {
      if (state.status !== 'unchecked') return;
      const stored = readSession(storage);
      if (typeof stored !== 'string') writeSession(storage, { ...stored, user });
      become({ status: 'signed-in', user, by: 'restored' });
    },
    end(reason) {
      const corrupted = reason === 'expired' && readSession(storage) === 'corrupted';
      if (reason === 'logout') clearAppData(storage);
      else clearAuth(storage);
      if (state.status !== 'signed-out') {
        become({ status: 'signed-out', reason: corrupted ? 'corrupted' : reason });
      }
    },
    storageChanged(key) {
      if (key !== null && !watched.includes(key)) return;
      const stored = readSession(storage);
      if (stored === 'none') {
        if (state.status !== 'signed-out') become({ status: 'signed-out', reason: 'expired' });
      } else if (stored !== 'corrupted') {
        become({ status: 'signed-in', user: stored.user, by: wayOf(state) });
      }
    },
  };
}
