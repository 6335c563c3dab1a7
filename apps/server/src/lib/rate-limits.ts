import { isIPv6 } from 'node:net';
import { texts } from '@hopscope/contract';
import { AppError } from './app-error.ts';
import { createLru } from './lru.ts';

/** Maximum numbers of attempts within minutes. Addresses get more: an office shares one. */
export const rateLimits = {
  loginByAccountAndAddress: { attempts: 10, minutes: 15 },
  loginByAccount: { attempts: 100, minutes: 15 },
  loginByAddress: { attempts: 300, minutes: 15 },
  signup: { attempts: 120, minutes: 60 },
  forgetPasswordByAccount: { attempts: 5, minutes: 60 },
  forgetPasswordByAddress: { attempts: 60, minutes: 60 },
  verificationMail: { attempts: 5, minutes: 60 },
  secondFactor: { attempts: 20, minutes: 60 },
  proof: { attempts: 20, minutes: 15 },
  joinByCode: { attempts: 20, minutes: 60 },
  invitations: { attempts: 300, minutes: 60 },
  demoSignIn: { attempts: 120, minutes: 60 },
  contactSales: { attempts: 10, minutes: 60 },
  passkeySignIn: { attempts: 300, minutes: 15 },
  providerSignIn: { attempts: 300, minutes: 15 },
  refresh: { attempts: 3000, minutes: 15 },
  /** Messages of other institutions (Travel Rule). */
  travelInquiry: { attempts: 3000, minutes: 15 },
  /** Over all organizations: prevents filling a mailbox, and mailing many people. */
  invitationsToEmail: { attempts: 10, minutes: 24 * 60 },
  invitationsByAddress: { attempts: 600, minutes: 60 },
} as const;
export type RateLimit = keyof typeof rateLimits;

interface Window {
  used: number;
  endsAt: number;
}

/** Maximum number of stored windows: the oldest attempts are deleted first, so that many addresses can't fill the memory. */
const maxWindows = 100_000;

/** Returns an address as limits count it: a whole /64 of IPv6, which is what one customer gets. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const [front, back] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const zeros = plain.includes('::')
    ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
    : [];
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Creates counters of attempts in memory, in windows that start with the first attempt. */
export function createRateLimits({ now }: { now: () => number }) {
  const windows = createLru<string, Window>({ most: maxWindows });

  function windowOf(name: string, minutes: number): Window {
    const time = now();
    const known = windows.get(name);
    if (known && known.endsAt > time) return known;
    const fresh = { used: 0, endsAt: time + minutes * 60_000 };
    windows.set(name, fresh);
    return fresh;
  }

  return {
    /**
     * Counts `count` attempts of `key`. Throws 429 with the seconds to wait (`details.retryAfterSeconds`, sent as
     * `Retry-After`) if there are more than allowed.
     */
    take(limit: RateLimit, key: string, count = 1): void {
      const { attempts, minutes } = rateLimits[limit];
      const window = windowOf(`${limit}\n${key}`, minutes);
      if (window.used + count > attempts) {
        const retryAfterSeconds = Math.max(1, Math.ceil((window.endsAt - now()) / 1000));
        throw new AppError('too_many_requests', texts.tooManyRequests, {
          details: { retryAfterSeconds },
        });
      }
      window.used += count;
    },
    /** Deletes the attempts of `key` after a success. */
    forgive(limit: RateLimit, key: string): void {
      windows.delete(`${limit}\n${key}`);
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
