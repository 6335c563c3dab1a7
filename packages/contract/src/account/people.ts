import { isTimeZone } from '@hopscope/domain';
import { z } from 'zod';
import { user } from './auth.ts';
import {
  currencies,
  nameMaxLength,
  notificationEvents,
  numberFormats,
  profileNameMinLength,
  themes,
} from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { personName } from '../plain-name.ts';
import { proof, proofDescription } from './proof.ts';
import { texts } from '../texts.ts';

const profileName = (tooShort: string) =>
  personName.trim().min(profileNameMinLength, tooShort).max(nameMaxLength);

/** How amounts, times, and numbers are displayed to a user. */
export const preferences = z.object({
  currency: z.enum(currencies),
  /** Name of the IANA time zone database, or `browser` for the zone of the device. */
  timeZone: z.string().max(64).refine(isTimeZone, texts.timeZoneInvalid),
  numberFormat: z.enum(numberFormats),
  /** Null: the setting of the browser, dark by default. */
  theme: z.enum(themes).nullable(),
});
export type Preferences = z.infer<typeof preferences>;

/** Preferences of a new account, and of pages without a signed-in user. */
export const defaultPreferences: Preferences = {
  currency: 'USD',
  timeZone: 'UTC',
  numberFormat: '1,234.56',
  theme: null,
};

const channels = z.object({ app: z.boolean(), mail: z.boolean() });
/** Notifications of a person by event and channel. `security_notice` is always mailed. */
export const notifications = z.record(z.enum(notificationEvents), channels);

const me = z.object({ user, preferences, notifications: z.object({ events: notifications }) });

export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/people/me',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'people',
  summary: 'Your profile, preferences, and notifications',
  response: z.object({ success: z.literal(true), data: me }),
});

export const updateMe = endpoint({
  id: 'updateMe',
  method: 'PATCH',
  path: '/people/me',
  access: 'user',
  tag: 'people',
  ownAccount: true,
  summary: 'Change your name',
  body: z.object({
    name: profileName(texts.nameTooShort).optional(),
    surname: profileName(texts.surnameTooShort).optional(),
  }),
  response: z.object({ success: z.literal(true), data: z.object({ user }) }),
});

export const updatePreferences = endpoint({
  id: 'updatePreferences',
  method: 'PUT',
  path: '/people/me/preferences',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'people',
  summary: 'Replace your preferences',
  body: preferences.extend({ theme: preferences.shape.theme.default(null) }),
  response: z.object({ success: z.literal(true), data: preferences }),
});

export const updateNotifications = endpoint({
  id: 'updateNotifications',
  method: 'PUT',
  path: '/people/me/notifications',
  access: 'user',
  tag: 'people',
  summary: 'Update your notification settings; events not given stay unchanged',
  body: z.object({ events: z.partialRecord(z.enum(notificationEvents), channels) }),
  response: z.object({ success: z.literal(true), data: z.object({ events: notifications }) }),
});

export const downloadPersonalData = endpoint({
  id: 'downloadPersonalData',
  method: 'POST',
  path: '/people/me/data',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'people',
  ownAccount: true,
  atOnce: 1,
  summary: 'Download what is stored about you, as a JSON file',
  description: `${proofDescription} See docs/privacy.md for the fields.`,
  answers: 'application/json',
  body: proof,
  response: z.string(),
});

/** Calls of one's own profile. */
export const peopleEndpoints = {
  getMe,
  updateMe,
  updatePreferences,
  updateNotifications,
  downloadPersonalData,
} as const;
