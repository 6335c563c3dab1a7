/** The admin panel, loaded as one chunk. */
export { PlansSection } from '../../../features/admin/components/PlansSection.tsx';
export { SessionsSection } from '../../../features/admin/components/SessionsSection.tsx';
export { AdminLayout } from '../../shell/AdminLayout.tsx';
export {
  ContactRequestsRoute,
  DirectoryRoute,
  InstallationAuditRoute,
  InvoicesRoute,
  OutboxRoute,
  SubscriptionsRoute,
} from './AdminRoutes.tsx';
