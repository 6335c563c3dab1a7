export * from './client.ts';
export * from './client-error.ts';
export * from './screen-batch.ts';
