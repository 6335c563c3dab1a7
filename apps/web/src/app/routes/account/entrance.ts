/** Pages before and during sign-in, loaded as one chunk. */
export { LoginRoute } from './LoginRoute.tsx';
export { RegisterRoute } from './RegisterRoute.tsx';
export {
  CallbackRoute,
  OnboardingRoute,
  ResetPasswordRoute,
  VerifyEmailRoute,
  WelcomeRoute,
} from './EntranceRoutes.tsx';
