/** The pages before and on the way into the application, loaded as one piece. */
export { LoginRoute } from './LoginRoute.tsx';
export { RegisterRoute } from './RegisterRoute.tsx';
export {
  CallbackRoute,
  OnboardingRoute,
  ResetPasswordRoute,
  VerifyEmailRoute,
  WelcomeRoute,
} from './EntranceRoutes.tsx';
