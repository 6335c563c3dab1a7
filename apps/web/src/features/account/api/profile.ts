import {
  downloadPersonalData,
  getMe,
  updateMe,
  updateNotifications,
  updatePreferences,
} from '@hopscope/contract';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

/** Saves the name; the menu and other tabs show it at once. */
export function useUpdateProfile() {
  const { session } = useServices();
  return useCall(updateMe, { changes: [getMe], onSuccess: ({ data }) => session.update(data.user) });
}

export function useUpdatePreferences() {
  return useCall(updatePreferences, { changes: [getMe] });
}

export function useUpdateNotifications() {
  return useCall(updateNotifications, { changes: [getMe] });
}

/** Saves what is stored about the person as a file. */
export function useDownloadPersonalData() {
  return useCall(downloadPersonalData, {
    onSuccess: (text) => saveFile('hopscope-personal-data.json', text, 'application/json'),
  });
}
