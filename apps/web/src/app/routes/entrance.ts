/** The pages before login, loaded as one piece. */
export { LoginRoute } from './LoginRoute.tsx';
export { RegisterRoute } from './RegisterRoute.tsx';
