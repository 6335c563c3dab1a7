#!/usr/bin/env node
import { openAsBlob } from 'node:fs';
import process from 'node:process';
import { createClient } from './client.ts';
import { HopscopeError } from './client-error.ts';
import { runCommand } from './screen-command.ts';

const { HOPSCOPE_URL: url, HOPSCOPE_KEY: key } = process.env;
process.exitCode = await runCommand(process.argv.slice(2), {
  connect: () => (url && key ? createClient({ url, key }) : undefined),
  async read(path) {
    const cause = await openAsBlob(path).catch((error: Error) => error);
    if (cause instanceof Blob) return cause;
    throw new HopscopeError(`The file ${path} cannot be read`, { status: null, cause });
  },
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
