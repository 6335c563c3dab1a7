/** The domain of the demo's people, who share accounts; `.invalid` is no real domain (RFC 2606). */
const demoDomain = '@demo.hopscope.invalid';

/** Whether an email (in the form of `emailKeyOf`) is one of the demo's people. */
export const isDemoEmail = (emailKey: string): boolean => emailKey.endsWith(demoDomain);
