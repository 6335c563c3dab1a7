/** The settings, loaded as one chunk. */
export { InvitationsSection } from '../../../features/account/components/InvitationsSection.tsx';
export { NotificationsSection } from '../../../features/account/components/NotificationsSection.tsx';
export { PreferencesSection } from '../../../features/account/components/PreferencesSection.tsx';
export { ProfileSection } from '../../../features/account/components/ProfileSection.tsx';
export { SecuritySection } from '../../../features/account/components/SecuritySection.tsx';
export { SettingsLayout } from '../../shell/SettingsLayout.tsx';
export {
  ApiKeysRoute,
  AuditRoute,
  GeneralRoute,
  NotesRoute,
  PeopleRoute,
  RiskProfileRoute,
  ScreeningRulesRoute,
  SubscriptionRoute,
} from './SettingsRoutes.tsx';
