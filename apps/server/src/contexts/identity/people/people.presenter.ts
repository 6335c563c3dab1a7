import {
  type Notifications,
  type NotificationEvent,
  notificationEvents,
  type Preferences,
  type User,
} from '@hopscope/contract';
import { emailKeyOf } from './email-key.ts';
import type { UserRow } from './people.store.ts';

/** Whether a person sees the Admin Panel: a verified email in the provider's domain, or the operator. */
function isProvider(row: UserRow, providerDomain: string | undefined): boolean {
  if (row.role === 'operator') return true;
  if (providerDomain === undefined || row.email_verified_at === null) return false;
  return emailKeyOf(row.email).endsWith(`@${providerDomain}`);
}

/** A person as the wire shows them. */
export function presentUser(row: UserRow, providerDomain: string | undefined): User {
  return {
    _id: row.id,
    name: row.name,
    surname: row.surname,
    email: row.email,
    role: row.role,
    emailVerified: row.email_verified_at !== null,
    provider: isProvider(row, providerDomain),
  };
}

export function presentPreferences(row: UserRow): Preferences {
  return {
    currency: row.currency,
    timeZone: row.time_zone,
    numberFormat: row.number_format,
    theme: row.theme,
  };
}

/** Every event with its ways; in the app and by mail unless chosen otherwise, security notices always by mail. */
export function presentNotifications(chosen: Partial<Notifications>): Notifications {
  const entries = notificationEvents.map((event): [NotificationEvent, Notifications[NotificationEvent]] => {
    const { app, mail } = chosen[event] ?? { app: true, mail: true };
    return [event, { app, mail: mail || event === 'security_notice' }];
  });
  return Object.fromEntries(entries) as Notifications;
}
