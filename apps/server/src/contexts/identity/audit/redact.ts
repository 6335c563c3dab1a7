import { canonicalJsonV1 } from '@hopscope/domain';

/** Replaces a value that identified a person. */
export const erasedValue = '[erased]';

/** Whose data to replace in the details of an entry. */
export interface Redaction {
  /** Lower case; every text that is exactly this email is replaced. */
  email?: string | undefined;
  /** The person is the actor: removes email, IP address, and browser, and the name if `name` is true. */
  actor?: { name: boolean } | undefined;
  /** The entry is about the person's account: names and emails in it are theirs. */
  subject?: boolean | undefined;
}

const personalKeys = new Set(['name', 'surname', 'email']);

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

function redactValue(value: Json, redaction: Redaction): Json {
  if (typeof value === 'string') {
    return redaction.email !== undefined && value.toLowerCase() === redaction.email ? erasedValue : value;
  }
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redaction));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      redaction.subject && personalKeys.has(key) && typeof member === 'string'
        ? erasedValue
        : redactValue(member, redaction),
    ]),
  );
}

/**
 * The details of an entry without the data that identifies a person; undefined if there was none. What was done (before,
 * after and reason) stays.
 */
export function redactDetails(details: string, redaction: Redaction): string | undefined {
  const { actor, before, after, ...rest } = JSON.parse(details) as Record<string, Json>;
  const made = { ...(actor as Record<string, Json>) };
  const actorEmail = made['email'];
  const isActor =
    redaction.actor ??
    (redaction.email !== undefined &&
    typeof actorEmail === 'string' &&
    actorEmail.toLowerCase() === redaction.email
      ? { name: false }
      : undefined);
  if (isActor) {
    for (const key of ['email', 'ip', 'userAgent', ...(isActor.name ? ['name'] : [])]) made[key] = null;
  }
  const redacted = canonicalJsonV1({
    ...rest,
    actor: made,
    before: redactValue(before ?? null, redaction),
    after: redactValue(after ?? null, redaction),
  });
  return redacted === details ? undefined : redacted;
}
