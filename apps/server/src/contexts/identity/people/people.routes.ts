import {
  downloadPersonalData,
  getMe,
  updateMe,
  updateNotifications,
  updatePreferences,
} from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function peopleRoutes({ route, download }: Router, { people, personalData }: Context): void {
  route(getMe, async ({ actor }) => ({ data: await people.me(actor.user._id) }));
  route(updateMe, async ({ body, ...by }) => ({ data: { user: await people.updateName(by, body) } }));
  route(updatePreferences, async ({ body, ...by }) => ({ data: await people.updatePreferences(by, body) }));
  route(updateNotifications, async ({ body, ...by }) => ({
    data: { events: await people.updateNotifications(by, body.events) },
  }));
  download(downloadPersonalData, async ({ body, ...by }) => ({
    filename: 'hopscope-personal-data.json',
    type: 'application/json',
    lines: await personalData.download(by, body),
  }));
}
