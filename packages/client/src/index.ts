export * from './client.ts';
export * from './client-error.ts';
